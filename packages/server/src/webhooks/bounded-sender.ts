import { limits } from '@doorkit/models'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import { withinTime } from '../ports/within-time.ts'

/** Somewhat longer than a receiver has, so that a sender with that limit tells the outcome itself. */
const limitSeconds = limits.webhookTimeoutSeconds + 5

/**
 * The sender of a host, held to what it promises: one that gives no outcome in time, or rejects, has
 * failed to deliver, and the log says why. Otherwise it would hold a place of the worker for ever.
 */
export function boundedSender(
  sender: WebhookSender,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): WebhookSender {
  const told = `The sender gave no outcome within ${limitSeconds} seconds`
  class Late extends Error {}
  const late = () => new Late(`${told}.`)
  return {
    async send(webhook) {
      const startedAt = clock.now()
      try {
        const limit = { clock, limitMs: limitSeconds * 1_000, late }
        return await withinTime(limit, () => sender.send(webhook))
      } catch (error) {
        logger.error({ event: webhook.eventId, error }, 'The sender broke.')
        const durationMs = clock.now() - startedAt
        const reason = error instanceof Late ? told : 'The sender failed'
        return { status: null, error: reason, response: null, durationMs, retryAfterMs: null }
      }
    },
    close: () => sender.close(),
  }
}
