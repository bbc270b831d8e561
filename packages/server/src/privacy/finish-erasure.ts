import { counters, erasureCounterId } from '../collections/counter.ts'
import { unfinishedErasures } from '../collections/unfinished-erasure.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/port.ts'
import { defineStep } from '../worker/step.ts'
import { answersAbout, eraseAnswers } from './erase-answers.ts'
import type { Erased } from './erasure-receipt.ts'

/** How long the request that erases may take before a worker finishes what it has begun. */
const patienceMs = 60_000

/**
 * The writes after which no answer about these people is kept any more: what is kept already is
 * to be erased by {@link finishErasure}, and the worker does so if the request does not.
 */
export function refuseAnswers(
  services: Pick<Services, 'vault'>,
  workspace: string,
  { id, people }: Pick<Erased, 'id' | 'people'>,
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
  erased: Erased,
): Promise<void> {
  await commitChange(services, workspace, (at) => ({
    ops: refuseAnswers(services, workspace, erased, at + patienceMs),
    reply: null,
  }))
  await eraseAnswers(services, workspace, answersAbout(services, workspace, erased.people))
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
  id: string,
  people: readonly string[],
): Promise<void> {
  await eraseAnswers(services, workspace, people)
  await services.store.scrub?.()
  await services.store.commit([unfinishedErasures.remove(workspace, id)])
}

/** Finishes erasures that were cut short, or could not empty the log of the database. */
export const finishStep = defineStep({
  collection: unfinishedErasures,
  leaseMs: 30_000,
  concurrency: 1,
  work: (services, { id, keys, data }) => finishErasure(services, keys.workspace, id, data.people),
})
