import type { WriteOp } from '@doorkit/store'
import { counters, erasureCounterId } from '../collections/counter.ts'
import { unfinishedErasures } from '../collections/erasure.ts'
import { commitChange } from '../commit/commit-change.ts'
import type { Services } from '../services/services.ts'
import { defineStep } from '../worker/step.ts'
import { eraseAnswers, signPeople } from './erase-stored-answers.ts'
import type { ErasureProgress } from './erasure-progress.ts'

/** How long a request may work on its erasure before a worker performs the last steps. */
const requestMs = 60_000

/**
 * After these writes, a request that read its idempotency key earlier cannot store an answer about
 * people: it builds the answer again. {@link finishErasure} erases the answers that were stored before.
 */
export function refuseAnswers(
  services: Pick<Services, 'vault'>,
  workspace: string,
  { id, people }: Pick<ErasureProgress, 'id' | 'people'>,
  due_at: number,
): WriteOp[] {
  const data = { people: signPeople(services, workspace, people) }
  return [
    counters.patch(workspace, erasureCounterId, { add: { value: 1 } }),
    unfinishedErasures.insert(id, { workspace, due_at, lease: null }, data, 'ignore'),
    unfinishedErasures.patch(workspace, id, { set: { due_at }, data }),
  ]
}

/** Erases the stored answers about a person. Run it before the rows that lead to these answers are erased. */
export async function eraseAnswersSoFar(
  services: Services,
  workspace: string,
  erased: ErasureProgress,
): Promise<void> {
  await commitChange(services, workspace, (at) => ({
    ops: refuseAnswers(services, workspace, erased, at + requestMs),
    reply: null,
  }))
  const people = signPeople(services, workspace, erased.people)
  if (await eraseAnswers(services, workspace, people)) erased.hasFound = true
}

/**
 * Performs the last steps of an erasure: erases the stored answers about the person, and scrubs the
 * database if rows may have been erased.
 *
 * @throws StoreError `busy` if other processes still use the log of the database. The worker then tries
 * again.
 */
export async function finishErasure(
  services: Services,
  workspace: string,
  { id, people, hasFound }: UnfinishedErasure,
): Promise<void> {
  const { store } = services
  const hadAnswers = await eraseAnswers(services, workspace, people)
  // Even if this erasure found nothing, another unfinished one may have just removed the rows.
  if (hasFound || hadAnswers || (await areOthersUnfinished(services, id))) await store.scrub?.()
  await store.commit([unfinishedErasures.remove(workspace, id)])
}

/** An erasure whose last steps are still to be done. */
interface UnfinishedErasure extends Pick<ErasureProgress, 'id' | 'hasFound'> {
  /** The result of {@link signPeople}. */
  readonly people: readonly string[]
}

async function areOthersUnfinished({ store }: Services, id: string): Promise<boolean> {
  const query = { index: 'unfinished_erasures_due', where: [], dir: 'asc', limit: 2 } as const
  return (await unfinishedErasures.list(store, query)).some((row) => row.id !== id)
}

/** Performs the last steps of erasures that were interrupted or could not scrub the database. */
export const finishStep = defineStep({
  collection: unfinishedErasures,
  leaseMs: 30_000,
  concurrency: 1,
  // The row does not say whether the request found anything.
  work: (services, { id, columns, data: { people } }) =>
    finishErasure(services, columns.workspace, { id, people, hasFound: true }),
})
