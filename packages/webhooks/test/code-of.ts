import { WebhookError } from '../src/index.ts'

/** The code of the error that a call throws, or a text that says what happened instead. */
export function codeOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return error instanceof WebhookError ? error.code : `threw something else: ${error}`
  }
  return 'threw nothing'
}
