/** A turn that runs in this process. */
export interface RunningTurn {
  /** Aborted, with why, when the turn has to end early. */
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Says that nobody waits for the turn any more. */
  leave(): void
  /** Says that the turn is over and its session free. */
  end(): void
}

/** The turns that run in this process, each by its session. */
export interface RunningTurns {
  begin(session: string): RunningTurn
  /** Aborts the turn of a session, where one runs here. */
  abort(session: string, reason: unknown): void
  /** Resolves when a turn that was aborted or left is over; undefined where no such turn runs here. */
  ending(session: string): Promise<void> | undefined
}

/** Makes {@link RunningTurns}: no turn runs yet. */
export function createRunningTurns(): RunningTurns {
  const running = new Map<
    string,
    { isEnding: boolean; controller: AbortController; over: Promise<void> }
  >()
  return {
    begin(session) {
      const controller = new AbortController()
      let resolve = () => {}
      const over = new Promise<void>((done) => {
        resolve = done
      })
      const turn = { isEnding: false, controller, over }
      running.set(session, turn)
      return {
        signal: controller.signal,
        abort: (reason) => controller.abort(reason),
        leave() {
          turn.isEnding = true
        },
        end() {
          if (running.get(session) === turn) running.delete(session)
          resolve()
        },
      }
    },
    abort: (session, reason) => running.get(session)?.controller.abort(reason),
    ending(session) {
      const turn = running.get(session)
      return turn?.isEnding || turn?.controller.signal.aborted ? turn.over : undefined
    },
  }
}
