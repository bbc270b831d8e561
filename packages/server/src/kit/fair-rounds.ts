// The global may be the fake of a test runner, whose rounds never come.
import { setImmediate } from 'node:timers'
import { createFairQueue } from '@doorkit/store'
import { charactersPerWork, workPerRound } from './bounds.ts'

/** Waits until a workspace may do so much work; undefined where it may do it now. */
export type EnterRound = (workspace: string, work: number) => Promise<void> | undefined

interface Waiting {
  readonly work: number
  readonly enter: () => void
}

/**
 * Divides the process among workspaces. A round of the event loop has place for so much work; what
 * comes later waits for the next one, and workspaces are let in one after the other, however much
 * each of them asks for. Who did more at once than a round has place for sits out the next rounds.
 *
 * @param nextRound - calls back in the next round. Default: of the event loop.
 */
export function createRounds(nextRound: (begin: () => void) => void = setImmediate): EnterRound {
  const waiting = createFairQueue<Waiting>()
  /** How much of their work workspaces did before its time. */
  const debts = new Map<string, number>()
  let left = workPerRound
  let isNextAsked = false

  /** Takes the place for it, if there is one. A round that is unused has place for anything. */
  function take(work: number, workspace: string): boolean {
    if (debts.has(workspace) || (work > left && left < workPerRound)) return false
    left -= work
    if (left < 0) debts.set(workspace, work)
    askForNext()
    return true
  }

  function askForNext(): void {
    if (isNextAsked) return
    isNextAsked = true
    nextRound(begin)
  }

  function begin(): void {
    isNextAsked = false
    left = workPerRound
    for (const [workspace, debt] of debts) {
      if (debt > workPerRound) debts.set(workspace, debt - workPerRound)
      else debts.delete(workspace)
    }
    const isNext = ({ work }: Waiting, workspace: string) => take(work, workspace)
    for (let next = waiting.take(isNext); next; next = waiting.take(isNext)) next.enter()
    if (waiting.size() > 0 || debts.size > 0) askForNext()
  }

  return (workspace, work) =>
    waiting.size() === 0 && take(work, workspace)
      ? undefined
      : new Promise((enter) => {
          waiting.add(workspace, { work, enter })
          askForNext()
        })
}

/** How much work a document is: its row, and the text in it. */
export function workOf(document: unknown): number {
  return 1 + charactersIn(document) / charactersPerWork
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const key in value) sum += charactersIn((value as Record<string, unknown>)[key])
  return sum
}
