import { untakenMs } from '../../limits/bounds.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * Ends the connection of a client that reads nothing of a written answer for 30 seconds. `pacedBody` has
 * the same limit for each piece.
 */
export function limitWaiting(
  request: Pick<HttpRequest, 'sending'>,
  { after }: Pick<Clock, 'after'>,
): void {
  const sending = request.sending?.()
  sending?.onWaiting(() => sending.onSent(after(untakenMs, sending.breakOff)))
}
