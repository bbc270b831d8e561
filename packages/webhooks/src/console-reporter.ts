import type { WebhookEvent } from './contract.ts'
import { WebhookError, type WebhookErrorCode } from './error.ts'
import type { ErrorReporter } from './receive.ts'

/** A code that was reported is not reported again for this long. */
const quietMs = 60_000

/**
 * Reports every failed handler and every unexpected error to the console. Of the refused requests, it
 * reports one a minute for each code, and counts the others: anybody can send requests that are refused,
 * and must not be able to fill the log.
 */
export function createConsoleReporter(now: () => number = Date.now): ErrorReporter {
  const lastLines = new Map<WebhookErrorCode, { at: number; unlogged: number }>()

  /** How many requests were refused since the code's last line; undefined if the next line is not due. */
  function countForLine(code: WebhookErrorCode): number | undefined {
    const at = now()
    const lastLine = lastLines.get(code)
    // After the clock was set back, a code must not stay silent until the clock has caught up.
    if (lastLine && at >= lastLine.at && at - lastLine.at < quietMs) {
      lastLine.unlogged += 1
      return undefined
    }
    lastLines.set(code, { at, unlogged: 0 })
    return lastLine?.unlogged ?? 0
  }

  return (error, event) => {
    if (event || !(error instanceof WebhookError)) {
      // biome-ignore lint/suspicious/noConsole: without it a failing handler would leave no trace.
      console.error(`${whatFailed(event)} failed, so the sender will try again.`, error)
      return
    }
    const unlogged = countForLine(error.code)
    if (unlogged === undefined) return
    const unloggedNote =
      unlogged === 0
        ? ''
        : ` Other webhooks refused with this code since it was last logged: ${unlogged}.`
    // biome-ignore lint/suspicious/noConsole: without it no log says why nothing arrives.
    console.warn(
      `A webhook was refused with the code ${error.code}. ${error.message}${unloggedNote} To find out why a delivery does not pass verification, pass the same body, headers and secret to diagnoseWebhook of @doorkit/webhooks. This code is logged at most once a minute.`,
    )
  }
}

function whatFailed(event: WebhookEvent | undefined): string {
  if (!event) return 'Receiving a webhook'
  const type = event.type === 'unknown' ? event.raw.type : event.type
  return `Handling the event ${event.id} of type ${type}`
}
