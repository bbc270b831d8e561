import type { ReceiverErrorCode } from './receiver-error.ts'
import type { VerificationErrorCode } from './verification-error.ts'

/** Why a webhook was refused: a stable, closed list of codes to branch on. */
export type WebhookErrorCode = VerificationErrorCode | ReceiverErrorCode

/**
 * The only error class of this package. Branch on `code`. The message says what to do next and may
 * change; it contains neither secret nor payload, so it is safe to log and to send.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** The reason, from a closed list. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
