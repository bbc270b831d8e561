import type { WebhookErrorCode } from './error.ts'
import { receiverErrorCodes } from './receiver-error.ts'
import { verificationErrorCodes } from './verification-error.ts'

/** Every code, for tables and exhaustive checks. */
export const webhookErrorCodes: readonly WebhookErrorCode[] = [
  ...verificationErrorCodes,
  ...receiverErrorCodes,
]
