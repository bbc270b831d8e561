import { setImmediate as endOfTick } from 'node:timers/promises'
import type { NearestRow, Store, WriteOp } from '@doorkit/store'
import { equals, listPages } from '../collections/collection.ts'
import { embeddingJobs, passageEmbeddings } from '../collections/passage-embedding.ts'
import { mostEmbeddingBytes, mostEmbeddingsPerWorkspace } from '../limits/bounds.ts'
import type { Clock } from '../ports/clock.ts'
import type { EmbeddingModel } from '../ports/embedding-model.ts'
import { type PackedVector, similarity, unitVector, unpackVector } from './pack-vector.ts'

interface StoreAndClock {
  readonly store: Store
  readonly clock: Clock
}

interface WorkspaceVectors {
  readonly vectors: Map<string, PackedVector>
  bytes: number
  /** The time up to which vectors were read. */
  readUpTo: number
}

const defaultTextsPerCall = 96
/** How far each read reaches back before the previous one, because a commit can become visible late. */
const overlapMs = 5_000
/** How many vectors are compared before other work may run. Comparing them takes a millisecond or two. */
const vectorsPerTick = 500
const pageSize = 250

/** Finds passages by meaning, and schedules the embedding of passages. */
export type Embeddings = ReturnType<typeof createEmbeddings>

/**
 * Makes the {@link Embeddings} of a process. If the store cannot compare vectors, they keep the vectors
 * of the recently searched workspaces in memory, up to a limit. The next search of a workspace then
 * reads only the vectors that were written since the previous one.
 *
 * @param leastSimilarity - passages that are less similar are not found.
 */
export function createEmbeddings(model: EmbeddingModel, leastSimilarity: number) {
  const name = `${model.provider}/${model.modelId}`
  const known = new Map<string, WorkspaceVectors>()
  const reads = new Map<string, Promise<WorkspaceVectors>>()

  const bytesOfAll = () => [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0)

  async function read({ store, clock }: StoreAndClock, workspace: string) {
    const now = clock.now()
    const none: WorkspaceVectors = { vectors: new Map(), bytes: 0, readUpTo: 0 }
    const entry = known.get(workspace) ?? none
    const since = Math.max(0, entry.readUpTo - overlapMs)
    const where = [
      equals('workspace', workspace),
      equals('model', name),
      { column: 'written_at', op: 'gte', value: since } as const,
    ]
    const index = 'passage_embeddings_written'
    for await (const page of listPages(store, passageEmbeddings, index, where, pageSize)) {
      if (entry.vectors.size >= mostEmbeddingsPerWorkspace) break
      for (const { id, data } of page) {
        if (entry.vectors.has(id) || entry.vectors.size >= mostEmbeddingsPerWorkspace) continue
        const vector = unpackVector(data)
        entry.vectors.set(id, vector)
        entry.bytes += vector.numbers.byteLength
      }
    }
    entry.readUpTo = now
    known.delete(workspace)
    known.set(workspace, entry)
    for (const oldest of known.keys()) {
      if (oldest === workspace || bytesOfAll() <= mostEmbeddingBytes) break
      known.delete(oldest)
    }
    return entry
  }

  return {
    /** The name of the model, with its provider. */
    model: name,

    /** Returns the vectors of texts, as the model returns them. */
    async embed(texts: readonly string[], signal: AbortSignal): Promise<(readonly number[])[]> {
      const textsPerCall = Math.max(1, (await model.maxEmbeddingsPerCall) ?? defaultTextsPerCall)
      const vectors: (readonly number[])[] = []
      for (let at = 0; at < texts.length; at += textsPerCall) {
        const values = texts.slice(at, at + textsPerCall)
        const { embeddings } = await model.doEmbed({ values, abortSignal: signal })
        if (embeddings.length !== values.length) {
          throw new Error(
            `The model ${name} returned ${embeddings.length} of ${values.length} vectors.`,
          )
        }
        vectors.push(...embeddings)
      }
      return vectors
    },

    /** Returns the passages whose vectors are nearest to a given one, the nearest first. */
    async nearest(
      services: StoreAndClock,
      { workspace, vector, limit }: { workspace: string; vector: readonly number[]; limit: number },
      signal: AbortSignal,
    ): Promise<NearestRow[]> {
      const unit = unitVector(vector)
      if (unit === null) return []
      const ofModel = [equals('workspace', workspace), equals('model', name)]
      const query = { in: passageEmbeddings.plan.name, where: ofModel, vector: [...unit], limit }
      const found = await services.store.nearest?.(query)
      if (found) return found.filter(({ similarity }) => similarity >= leastSimilarity)
      const reading = reads.get(workspace) ?? read(services, workspace)
      reads.set(workspace, reading)
      const { vectors } = await reading.finally(() => reads.delete(workspace))
      const near: NearestRow[] = []
      let compared = 0
      for (const [id, packed] of vectors) {
        compared += 1
        if (compared % vectorsPerTick === 0) {
          await endOfTick()
          signal.throwIfAborted()
        }
        const cosine = similarity(unit, packed)
        if (cosine >= leastSimilarity) near.push({ id, similarity: cosine })
      }
      return near
        .sort((left, right) => right.similarity - left.similarity || (left.id < right.id ? -1 : 1))
        .slice(0, limit)
    },

    /** Drops removed passages from the memory of this process. */
    drop(workspace: string, ids: readonly string[]): void {
      const entry = known.get(workspace)
      for (const id of ids) {
        const size = entry?.vectors.get(id)?.numbers.byteLength ?? 0
        if (!entry?.vectors.delete(id)) continue
        entry.bytes -= size
      }
    },

    /**
     * Returns the writes that make a document or page due: the worker then embeds its passages, or
     * removes their vectors.
     */
    dueOps(workspace: string, source: string, at: number): WriteOp[] {
      return [
        embeddingJobs.insert(source, { workspace, due_at: at, lease: '' }, null, 'ignore'),
        embeddingJobs.patch(workspace, source, { set: { due_at: at } }),
      ]
    },
  }
}
