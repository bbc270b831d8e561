import { verifyWebhook } from '@doorkit/webhooks'
import { standardWebhooks } from './standard-webhooks.ts'
import type { Webhooks } from './webhooks.ts'

/** Webhooks that our SDK verifies. */
export const doorkitWebhooks: Webhooks = {
  ...standardWebhooks,
  verify: ({ body, headers, secrets, toleranceSeconds, nowMs }) =>
    verifyWebhook({
      body: body as string,
      headers,
      secrets,
      toleranceSeconds,
      now: nowMs === undefined ? undefined : () => nowMs,
    }),
}
