import type { ReceiverErrorCode } from './receiver-error.ts'
import type { VerificationErrorCode } from './verification-error.ts'

/** Why a webhook was refused: stable, closed, and what a program should branch on. */
export type WebhookErrorCode = VerificationErrorCode | ReceiverErrorCode

/**
 * The one error of this package. Branch on `code`; the text says what to do next, may change,
 * and holds neither secret nor payload, so it is safe to log and to answer with.
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
