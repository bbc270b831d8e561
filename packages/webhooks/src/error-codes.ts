import { receiverTexts, verificationTexts, type WebhookErrorCode } from './error.ts'

/** Every code, for tables and exhaustive checks. */
export const webhookErrorCodes = Object.keys({
  ...verificationTexts,
  ...receiverTexts,
}) as readonly WebhookErrorCode[]
