// The global `setImmediate` may be the fake of a test runner, which never calls back.
import { setImmediate } from 'node:timers'
import {
  charactersPerWork,
  leastWaitingWorkPerTick,
  waitingTickMs,
  waitingWorkPerTick,
  workPerMs,
  workPerTick,
} from './bounds.ts'

/** Waits until a workspace may do an amount of work. Returns undefined if there is no need to wait. */
export type EnterTick = (workspace: string, work: number) => Promise<void> | undefined

/** The ticks of a process, shared among workspaces. */
export interface Ticks {
  readonly enter: EnterTick
  /**
   * Corrects the work of a workspace that has entered, by the part that it did not do. If it did more,
   * `work` is negative.
   */
  refund(workspace: string, work: number): void
}

interface Entry {
  readonly work: number
  readonly enter: () => void
}

/**
 * Shares the process among workspaces. A workspace that did little recently does not wait, unless other
 * workspaces have used up the tick of the event loop. A workspace waits if its recent and new work
 * together exceed what one tick allows. At the start of each tick, waiting workspaces enter until their
 * budget of the tick is used up. Those that did the least enter first, and those that did too much wait
 * for a later tick. This budget shrinks when ticks take long and grows when they are short, because part
 * of the cost of a request, such as reading the answers of a database, is not known beforehand.
 *
 * @param nextTick - calls back in the next tick. Default: `setImmediate`.
 * @param now - the time in milliseconds. Default: `performance.now`.
 */
export function createTicks(
  nextTick: (begin: () => void) => void = setImmediate,
  now: () => number = () => performance.now(),
): Ticks {
  const waiting = new Map<string, Entry[]>()
  /** The recent work of each workspace. In each tick, `forgive` subtracts the same amount from each. */
  const debts = new Map<string, number>()
  let budget = workPerTick
  let waitingBudget = waitingWorkPerTick
  let isScheduled = false
  /** When the current tick began; null if the process had nothing to do before it. */
  let beganAt: number | null = null

  /** A workspace without debts may start work of any size in a tick whose budget is unused. */
  function mayEnter(workspace: string, work: number): boolean {
    if (waiting.has(workspace)) return false
    const debt = debts.get(workspace) ?? 0
    const fits = (left: number) => work <= left || left >= workPerTick
    return fits(budget) && fits(workPerTick - debt)
  }

  function spend(workspace: string, work: number): void {
    budget -= work
    debts.set(workspace, Math.max(0, (debts.get(workspace) ?? 0) + work))
    scheduleNext()
  }

  function scheduleNext(): void {
    if (isScheduled) return
    isScheduled = true
    nextTick(begin)
  }

  function begin(): void {
    isScheduled = false
    const at = now()
    const tookMs = at - (beganAt ?? at)
    beganAt = at
    adapt(tookMs)
    forgive(tookMs)
    budget = workPerTick
    for (let left = waitingBudget; left > 0; ) {
      const next = nextEntry()
      if (!next) break
      const { workspace, entry } = next
      if (entry.work > left && left < waitingBudget) break
      const entries = waiting.get(workspace)
      entries?.shift()
      if (entries?.length === 0) waiting.delete(workspace)
      left -= entry.work
      spend(workspace, entry.work)
      entry.enter()
    }
    if (waiting.size > 0 || debts.size > 0) scheduleNext()
    else beganAt = null
  }

  /** Starts less waiting work if the last tick took too long, and more if it was short. */
  function adapt(tookMs: number): void {
    const change = Math.min(2, Math.max(1 / 2, waitingTickMs / tookMs))
    const wanted = Math.max(leastWaitingWorkPerTick, waitingBudget * change)
    waitingBudget = Math.min(waitingWorkPerTick, wanted)
  }

  /** A long tick forgives more: otherwise a workspace that always works a little would have to wait. */
  function forgive(tookMs: number): void {
    const forgiven = Math.max(waitingWorkPerTick, tookMs * workPerMs)
    const share = forgiven / Math.max(1, waiting.size)
    for (const [workspace, debt] of debts) {
      if (debt > share) debts.set(workspace, debt - share)
      else debts.delete(workspace)
    }
  }

  /**
   * The first entry of the waiting workspace with the least debt; undefined if none waits, or all debts
   * are too large.
   */
  function nextEntry(): { readonly workspace: string; readonly entry: Entry } | undefined {
    let least = waitingWorkPerTick
    let found: { readonly workspace: string; readonly entry: Entry } | undefined
    for (const [workspace, [entry]] of waiting) {
      const debt = debts.get(workspace) ?? 0
      if (!entry || debt >= least) continue
      least = debt
      found = { workspace, entry }
    }
    return found
  }

  return {
    enter(workspace, work) {
      if (mayEnter(workspace, work)) {
        spend(workspace, work)
        return undefined
      }
      return new Promise((enter) => {
        const entries = waiting.get(workspace)
        if (entries) entries.push({ work, enter })
        else waiting.set(workspace, [{ work, enter }])
        scheduleNext()
      })
    },
    refund: (workspace, work) => spend(workspace, -work),
  }
}

/** The work that a document costs: one for its row, and more for its text. */
export function workOf(document: unknown): number {
  return 1 + charactersIn(document) / charactersPerWork
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  // `Object.values` of an array would convert each index to a string, which takes five times as long.
  for (const part of Array.isArray(value) ? value : Object.values(value)) sum += charactersIn(part)
  return sum
}
