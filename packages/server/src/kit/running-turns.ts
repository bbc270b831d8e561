/** A turn that runs in this process. */
export interface RunningTurn {
  /** Aborted, with why, when the turn has to end early. */
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Ends the turn with what was said so far. */
  stop(): void
  /** Whether it was ended so. */
  isStopped(): boolean
  /** Says that the caller of the turn has gone. */
  leave(): void
  /** Says that the turn is over and its session free. */
  end(): void
}

/** The turns that run in this process, each by its session. */
export type RunningTurns = ReturnType<typeof createRunningTurns>

/** Makes {@link RunningTurns}: no turn runs yet. */
export function createRunningTurns() {
  const running = new Map<string, TurnInTheWay>()
  return {
    begin(session: string): RunningTurn {
      const controller = new AbortController()
      const leaving = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      let isLeft = false
      const leave = () => {
        isLeft = true
        leaving.resolve()
      }
      const abort = (reason: unknown) => {
        controller.abort(reason)
        leave()
      }
      let stopped = false
      const stop = () => {
        if (controller.signal.aborted) return
        stopped = true
        controller.abort(new Error('The visitor stopped the answer.'))
      }
      const turn = {
        leaving: leaving.promise,
        isLeft: () => isLeft,
        over: over.promise,
        abort,
        stop,
      }
      running.set(session, turn)
      return {
        signal: controller.signal,
        abort,
        stop,
        isStopped: () => stopped,
        leave,
        end() {
          if (running.get(session) === turn) running.delete(session)
          leaving.resolve()
          over.resolve()
        },
      }
    },
    /** The turn of a session, where one runs here. */
    find: (session: string) => running.get(session),
  }
}

/** A turn of this process, as the next message of its session sees it. */
interface TurnInTheWay extends Pick<RunningTurn, 'abort' | 'stop'> {
  /** Resolves when it is aborted, left or over. */
  readonly leaving: Promise<void>
  /** Whether it was aborted or left. */
  isLeft(): boolean
  /** Resolves when it is over. */
  readonly over: Promise<void>
}
