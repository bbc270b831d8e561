import type { MessagePart, ToolOutcome } from '../ports/agent.ts'
import type { TurnUsage } from '../ports/agent-turn-report.ts'

/** The answer of a turn so far, with its tool calls and its usage. */
export interface TurnProgress {
  readonly parts: readonly MessagePart[]
  readonly usage: TurnUsage | null
  readonly calls: readonly ToolOutcome[]
  /** When the first word of the answer arrived; null until then. */
  readonly firstWordAt: number | null
}

const noProgress: TurnProgress = { parts: [], usage: null, calls: [], firstWordAt: null }

/** A chat turn that runs in this process. */
export interface RunningTurn {
  /** Aborted, with the reason, when the turn must end early. */
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Ends the turn and stores the answer so far. */
  stop(): void
  /** Whether `stop` ended the turn. */
  isStopped(): boolean
  /** Returns the progress of the turn. `runAgent` sets this function. */
  progress: () => TurnProgress
  /** Call this when the client of the turn has hung up. */
  leave(): void
  /** Call this when the turn is over and its session is free. */
  end(): void
  /** Resolves when `abort` is called, the client hangs up, or the turn is over. */
  readonly leaving: Promise<void>
  /** Whether `abort` was called or the client has hung up. */
  isAbandoned(): boolean
  readonly over: Promise<void>
}

/** The turns that run in this process, by session. */
export type RunningTurns = ReturnType<typeof createRunningTurns>

export function createRunningTurns() {
  const running = new Map<string, RunningTurn>()
  return {
    begin(session: string): RunningTurn {
      const controller = new AbortController()
      const leaving = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      let isAbandoned = false
      const leave = () => {
        isAbandoned = true
        leaving.resolve()
      }
      const abort = (reason: unknown) => {
        controller.abort(reason)
        leave()
      }
      let isStopped = false
      const stop = () => {
        if (controller.signal.aborted) return
        isStopped = true
        controller.abort(new Error('The answer was stopped.'))
      }
      const turn: RunningTurn = {
        leaving: leaving.promise,
        isAbandoned: () => isAbandoned,
        over: over.promise,
        signal: controller.signal,
        abort,
        stop,
        isStopped: () => isStopped,
        progress: () => noProgress,
        leave,
        end() {
          if (running.get(session) === turn) running.delete(session)
          leaving.resolve()
          over.resolve()
        },
      }
      running.set(session, turn)
      return turn
    },
    find: (session: string) => running.get(session),
  }
}
