import { untakenMs } from '../../kit/bounds.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * Ends the connection of a client that leaves an answer, or the end of one, untaken for 30 seconds. What
 * is made as it is taken has the same limit for each piece: see `pacedBody`.
 */
export function limitWaiting(
  request: Pick<HttpRequest, 'sending'>,
  { after }: Pick<Clock, 'after'>,
): void {
  const sending = request.sending?.()
  sending?.onWaiting(() => sending.onSent(after(untakenMs, sending.breakOff)))
}
