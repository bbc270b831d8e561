import type { Context } from '../commit/context.ts'
import { Failure } from '../errors/failure.ts'
import type { HeldTurn } from './begin-turn.ts'

/**
 * Watches whether the client hangs up. If the option `onDisconnect` is `abort`, the turn then ends.
 * Otherwise it continues, and the next message waits for it.
 */
export function watchClient(
  context: Pick<Context, 'signal' | 'onDisconnect' | 'logger'>,
  held: Pick<HeldTurn, 'running' | 'leave' | 'session'>,
) {
  const { onDisconnect, logger } = context
  const signal = context.signal()
  /** Handles that the client has hung up. */
  const leave = () => {
    if (onDisconnect === 'abort') return held.running.abort(hungUp())
    held.leave().catch((error) => {
      logger.warn(
        { session: held.session.id, error },
        'A turn could not be marked as left by its client.',
      )
    })
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  return {
    leave,
    /** Stops watching, at the end of the turn. */
    stop: () => signal.removeEventListener('abort', leave),
  }
}

/** The failure of a turn whose client has hung up. */
export function hungUp(): Failure {
  const detail = 'The client hung up before the answer was complete, so the turn was stopped.'
  return new Failure('internal_error', detail, { status: 502 })
}
