// The global may be the fake of a test runner, which never calls back.
import { setImmediate } from 'node:timers'
import { createFairQueue } from '@doorkit/store'
import { charactersPerWork, workPerTick } from './bounds.ts'

/** Waits until a workspace may do an amount of work; undefined if it may do it now. */
export type EnterTick = (workspace: string, work: number) => Promise<void> | undefined

interface Entry {
  readonly work: number
  readonly enter: () => void
}

/**
 * Shares the process among workspaces. A tick of the event loop has a budget of work; the rest waits for
 * the next tick. Waiting workspaces enter in rotation, however much each of them wants to do. After work
 * that exceeds the budget of a tick, its workspace sits out the next ticks.
 *
 * @param nextTick - calls back in the next tick. Default: `setImmediate`.
 */
export function createTicks(nextTick: (begin: () => void) => void = setImmediate): EnterTick {
  const queue = createFairQueue<Entry>()
  /** The work that each workspace did beyond the budget of a tick. */
  const debts = new Map<string, number>()
  let budget = workPerTick
  let isScheduled = false

  /** Spends budget on work, if there is enough. A tick with its full budget accepts work of any size. */
  function spend(work: number, workspace: string): boolean {
    if (debts.has(workspace) || (work > budget && budget < workPerTick)) return false
    budget -= work
    if (budget < 0) debts.set(workspace, work)
    scheduleNext()
    return true
  }

  function scheduleNext(): void {
    if (isScheduled) return
    isScheduled = true
    nextTick(begin)
  }

  function begin(): void {
    isScheduled = false
    budget = workPerTick
    for (const [workspace, debt] of debts) {
      if (debt > workPerTick) debts.set(workspace, debt - workPerTick)
      else debts.delete(workspace)
    }
    const mayEnter = ({ work }: Entry, workspace: string) => spend(work, workspace)
    for (let next = queue.take(mayEnter); next; next = queue.take(mayEnter)) next.enter()
    if (queue.size() > 0 || debts.size > 0) scheduleNext()
  }

  return (workspace, work) =>
    queue.size() === 0 && spend(work, workspace)
      ? undefined
      : new Promise((enter) => {
          queue.add(workspace, { work, enter })
          scheduleNext()
        })
}

/** The work that a document costs: one for its row, and more for its text. */
export function workOf(document: unknown): number {
  return 1 + charactersIn(document) / charactersPerWork
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const name in value) sum += charactersIn((value as Record<string, unknown>)[name])
  return sum
}
