import { limits } from '@doorkit/models'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'

/** Longer than a receiver may take, so a sender with a time limit of its own can report the outcome itself. */
const limitSeconds = limits.webhookTimeoutSeconds + 5

/**
 * Adds a time limit to a host's sender. If the sender returns no outcome in time, or rejects, the attempt
 * fails, and the error is logged. Without a limit, a sender could occupy a place of the worker forever.
 */
export function boundedSender(
  sender: WebhookSender,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): WebhookSender {
  const lateReason = `The sender returned no outcome within ${limitSeconds} seconds`
  return {
    async send(webhook) {
      const startedAt = clock.now()
      const late = new Error(`${lateReason}.`)
      try {
        const limit = { clock, limitMs: limitSeconds * 1_000, late: () => late }
        return await withinTime(limit, () => sender.send(webhook))
      } catch (error) {
        logger.error({ event: webhook.eventId, error }, 'The sender failed.')
        const durationMs = clock.now() - startedAt
        const isLate = error === late
        return {
          status: null,
          error: isLate ? lateReason : 'The sender failed',
          errorCode: isLate ? 'timeout' : 'sender_failed',
          response: null,
          durationMs,
          retryAfterMs: null,
        }
      }
    },
    close: () => sender.close(),
  }
}
