import { verifyWebhook } from '@doorkit/webhooks'
import { newStandardSecret, signStandardWebhook } from './standard-webhook.ts'
import type { Webhooks } from './webhooks.ts'

/** The webhooks of this SDK. */
export const doorkitWebhooks: Webhooks = {
  newSecret: newStandardSecret,
  sign: signStandardWebhook,
  verify: ({ body, headers, secrets, toleranceSeconds, nowMs }) =>
    verifyWebhook({
      body: body as string,
      headers,
      secrets,
      toleranceSeconds,
      now: nowMs === undefined ? undefined : () => nowMs,
    }),
}
