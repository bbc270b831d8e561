import type { WriteOp } from '@doorkit/store'
import { equals, listAll } from '../collections/collection.ts'
import { knowledgePassages, type StoredPassage } from '../collections/knowledge-document.ts'
import { embeddingJobs, passageEmbeddings } from '../collections/passage-embedding.ts'
import { withinTime } from '../ports/time-limit.ts'
import { packVector } from '../services/pack-vector.ts'
import type { Services } from '../services/services.ts'
import { defineStep, type Step } from '../worker/step.ts'
import { headingsOf } from './cut-passages.ts'

const leaseMs = 120_000
/** A job that takes longer continues under its next lease. */
const workMs = 60_000
/** How long the model may take for the texts of one batch. */
const batchMs = 30_000
/** How many passages are embedded and stored at a time. */
const passagesAtOnce = 96
const rowsAtOnce = 500

/**
 * The step that embeds passages without a vector of the current model, and removes the vectors of other
 * models and of removed passages. Each batch is stored immediately, so an interrupted job continues
 * after the last stored batch. If the model fails, the job is tried again when its lease ends.
 * A process without a model leaves the jobs to other processes.
 */
export const embedStep = (hasModel: boolean): Step =>
  defineStep({
    collection: embeddingJobs,
    leaseMs,
    concurrency: hasModel ? 4 : 0,
    isFair: true,
    isWoken: true,
    async work(services, job, { token }) {
      const { store, clock, embeddings } = services
      if (!embeddings) return
      const { workspace } = job.columns
      const endsAt = clock.now() + workMs
      const where = [equals('workspace', workspace), equals('source', job.id)]
      const [passages, vectors] = await Promise.all([
        listAll(store, knowledgePassages, 'knowledge_chunks_source', where, rowsAtOnce),
        listAll(store, passageEmbeddings, 'passage_embeddings_source', where, rowsAtOnce),
      ])
      const passageIds = new Set(passages.map(({ id }) => id))
      const isCurrent = ({ id, columns: { model } }: (typeof vectors)[number]) =>
        passageIds.has(id) && model === embeddings.model
      const embeddedIds = new Set(vectors.filter(isCurrent).map(({ id }) => id))
      const whileLeased = { when: [equals('lease', token)] }
      const leaseCheck = embeddingJobs.check(workspace, job.id, whileLeased)
      const commit = async (ops: readonly WriteOp[]) =>
        (await store.commit([leaseCheck, ...ops])).ok

      const oldVectors = vectors.filter((vector) => !isCurrent(vector))
      for (let at = 0; at < oldVectors.length; at += rowsAtOnce) {
        const removed = oldVectors.slice(at, at + rowsAtOnce)
        if (!(await commit(removed.map(({ id }) => passageEmbeddings.remove(workspace, id)))))
          return
      }
      const toEmbed = passages.filter(({ id }) => !embeddedIds.has(id))
      let next = 0
      while (next < toEmbed.length && clock.now() < endsAt) {
        const batch = toEmbed.slice(next, next + passagesAtOnce)
        if (!(await commit(await embed(services, job.id, batch)))) return
        next += batch.length
      }
      const end =
        next < toEmbed.length
          ? embeddingJobs.edit(job, { set: { due_at: clock.now(), lease: '' } })
          : embeddingJobs.remove(workspace, job.id, { ifRev: job.rev })
      if ((await store.commit([end])).ok) return
      // The knowledge has changed since the lease began, so the job stays due.
      const release = embeddingJobs.patch(workspace, job.id, { set: { lease: '' } }, whileLeased)
      await store.commit([release])
    },
  })

/** Embeds passages of one document or page, and returns the writes that store their vectors. */
async function embed(
  { embeddings, clock }: Services,
  source: string,
  batch: readonly StoredPassage[],
): Promise<WriteOp[]> {
  if (!embeddings) return []
  const texts = batch.map(({ data }) =>
    [data.title, headingsOf(data), data.text].filter((text) => text !== null).join('\n\n'),
  )
  const late = () => new Error('The embedding model took too long.')
  const vectors = await withinTime({ clock, limitMs: batchMs, late }, (signal) =>
    embeddings.embed(texts, signal),
  )
  const columns = { source, model: embeddings.model, written_at: clock.now() }
  return batch.flatMap(({ id, columns: { workspace } }, nth) => {
    const data = packVector(vectors[nth] ?? [])
    return data ? [passageEmbeddings.insert(id, { workspace, ...columns }, data, 'ignore')] : []
  })
}
