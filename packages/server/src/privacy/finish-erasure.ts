import type { WriteOp } from '@doorkit/store'
import { counters, erasureCounterId } from '../collections/counter.ts'
import { unfinishedErasures } from '../collections/unfinished-erasure.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { defineStep } from '../worker/step.ts'
import { answersAbout, eraseAnswers } from './erase-answers.ts'
import type { ErasureProgress } from './erasure-receipt.ts'

/** How long the request that erases may take before a worker finishes what it has begun. */
const patienceMs = 60_000

/**
 * The writes after which no answer about these people is kept any more: what is kept already is
 * to be erased by {@link finishErasure}, and the worker does so if the request does not.
 */
export function refuseAnswers(
  services: Pick<Services, 'vault'>,
  workspace: string,
  { id, people }: Pick<ErasureProgress, 'id' | 'people'>,
  due_at: number,
): WriteOp[] {
  const data = { people: answersAbout(services, workspace, people) }
  return [
    counters.patch(workspace, erasureCounterId, { add: { value: 1 } }),
    unfinishedErasures.insert(id, { workspace, due_at, lease: null }, data, 'ignore'),
    unfinishedErasures.patch(workspace, id, { set: { due_at }, data }),
  ]
}

/** Erases the answers about the person before the rows go that they could be found by. */
export async function eraseAnswersSoFar(
  services: Services,
  workspace: string,
  erased: ErasureProgress,
): Promise<void> {
  await commitChange(services, workspace, (at) => ({
    ops: refuseAnswers(services, workspace, erased, at + patienceMs),
    reply: null,
  }))
  const people = answersAbout(services, workspace, erased.people)
  if (await eraseAnswers(services, workspace, people)) erased.hasFound = true
}

/**
 * Does the last steps of an erasure whose receipt is written: no answer kept for retries is about
 * the person, and no byte of what was overwritten stands in a log of the database.
 *
 * @throws StoreError `busy` where others did not stop using the log; the worker tries again.
 */
export async function finishErasure(
  services: Services,
  workspace: string,
  { id, people, hasFound }: Unfinished,
): Promise<void> {
  const { store } = services
  const hadAnswers = await eraseAnswers(services, workspace, people)
  // Where this one found nothing, another may have just removed it, and not be finished.
  if (hasFound || hadAnswers || (await areOthersUnfinished(services, id))) await store.scrub?.()
  await store.commit([unfinishedErasures.remove(workspace, id)])
}

/** An erasure whose last steps are still to be done. */
interface Unfinished {
  readonly id: string
  /** As {@link answersAbout} gives them. */
  readonly people: readonly string[]
  readonly hasFound: boolean
}

async function areOthersUnfinished({ store }: Services, id: string): Promise<boolean> {
  const query = { index: 'unfinished_erasures_due', where: [], dir: 'asc', limit: 2 } as const
  return (await unfinishedErasures.list(store, query)).some((row) => row.id !== id)
}

/** Finishes erasures that were cut short, or could not empty the log of the database. */
export const finishStep = defineStep({
  collection: unfinishedErasures,
  leaseMs: 30_000,
  concurrency: 1,
  // Whether it had found anything, nobody knows any more.
  work: (services, { id, keys, data: { people } }) =>
    finishErasure(services, keys.workspace, { id, people, hasFound: true }),
})
