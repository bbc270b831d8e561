import { WebhookError, type WebhookErrorCode } from './error.ts'
import type { ErrorReporter } from './receive.ts'

/**
 * Reports to the console: every failure of the receiver, and a refused request once per code. Anybody can
 * send requests that are refused, and must not fill the log with them.
 */
export function createConsoleReporter(): ErrorReporter {
  const reported = new Set<WebhookErrorCode>()
  return (error, event) => {
    if (event || !(error instanceof WebhookError)) {
      // biome-ignore lint/suspicious/noConsole: without it a failing handler would leave no trace.
      console.error(error)
    } else if (!reported.has(error.code)) {
      reported.add(error.code)
      // biome-ignore lint/suspicious/noConsole: without it no log says why nothing arrives.
      console.warn(
        `A webhook was refused with the code ${error.code}. ${error.message} To find out why, pass the same body, headers and secret to diagnoseWebhook of @doorkit/webhooks. Other webhooks that are refused with this code are not logged.`,
      )
    }
  }
}
