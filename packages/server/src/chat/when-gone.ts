import { Failure } from '../errors/failure.ts'
import type { Context } from '../http/pipeline/context.ts'
import type { HeldTurn } from './hold-turn.ts'

/** Watches whether somebody still waits for the answer of a turn. */
export interface Listening {
  /** Says that nobody does. */
  leave(): void
  /** Stops watching, at the end of the turn. */
  stop(): void
}

/** Ends a turn that nobody waits for any more, where the option `onDisconnect` says `abort`. */
export function whenGone(
  { signal, onDisconnect }: Pick<Context, 'signal' | 'onDisconnect'>,
  held: Pick<HeldTurn, 'abort'>,
): Listening {
  if (onDisconnect === 'finish') return { leave() {}, stop() {} }
  const leave = () => held.abort(nobodyListens())
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  return { leave, stop: () => signal.removeEventListener('abort', leave) }
}

function nobodyListens(): Failure {
  const detail = 'The client hung up before the answer was complete, so it was given up.'
  return new Failure('internal_error', detail, { status: 502 })
}
