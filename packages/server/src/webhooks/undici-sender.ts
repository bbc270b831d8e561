import { limits } from '@doorkit/models'
import { signWebhook } from '@doorkit/webhooks'
import { checkPublicName, isPublicAddress, type Resolve } from '../network/check-public-address.ts'
import { connectionFailure } from '../network/connection-failure.ts'
import { post } from '../network/post-within-limits.ts'
import type { Clock } from '../ports/clock.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'
import { succeeded } from './retry-schedule.ts'

export interface SenderOptions {
  readonly clock: Clock
  readonly resolve: Resolve
  /** Allows receivers on private addresses and over plain HTTP: for development only. */
  readonly allowPrivate: boolean
  /** How long a receiver may take to answer, in milliseconds. Default 10,000, as the API promises. */
  readonly timeoutMs?: number | undefined
}

/** Makes a sender that uses undici. Without `allowPrivate`, it connects only to public addresses. */
export function createSender(options: SenderOptions): WebhookSender {
  const { clock, resolve, allowPrivate } = options
  const { timeoutMs = limits.webhookTimeoutSeconds * 1_000 } = options
  // undici is loaded with the first webhook, because it is a large part of the code that the server
  // would otherwise load when it starts.
  const open = async () => {
    const { createPinnedAddressDispatcher } = await import(
      '../network/pinned-address-dispatcher.ts'
    )
    return createPinnedAddressDispatcher({
      resolve,
      allows: allowPrivate ? () => true : isPublicAddress,
      connectTimeoutMs: timeoutMs,
    })
  }
  let opened: ReturnType<typeof open> | undefined

  const send: WebhookSender['send'] = async ({ url, eventId, payload, secrets }) => {
    opened ??= open()
    const dispatcher = await opened
    const signedAt = clock.now()
    const startedAt = performance.now()
    const durationMs = () => Math.round(performance.now() - startedAt)
    try {
      const request = {
        ...readTarget(url, allowPrivate),
        method: 'POST' as const,
        headers: {
          ...signWebhook({ id: eventId, body: payload, secrets, now: () => signedAt }),
          ...sentHeaders,
        },
        body: payload,
      }
      const { status, text, retryAfter } = await post(dispatcher, request, {
        timeoutMs,
        mostBytes: limits.webhookAnswerBytes,
      })
      return {
        status,
        error: succeeded({ status }) ? null : `HTTP ${status}`,
        response: firstCharacters(storableText(text), limits.webhookAnswerCharacters),
        durationMs: durationMs(),
        retryAfterMs: readRetryAfter(retryAfter, clock.now()),
      }
    } catch (error) {
      const { code, reason } = connectionFailure(error, timeoutMs / 1_000)
      return {
        status: null,
        error: reason,
        errorCode: code,
        response: null,
        durationMs: durationMs(),
        retryAfterMs: null,
      }
    }
  }

  return {
    send,
    // The kit has already waited for running attempts.
    async close() {
      await (await opened)?.destroy()
    },
  }
}

const sentHeaders = {
  'Content-Type': 'application/json',
  'User-Agent': 'Service-Webhooks/1.0 (https://doorkit.dev/docs/api#webhook-requests)',
  'Accept-Encoding': 'identity',
}

/** Parses an address. A literal IP address never reaches the resolver, so it is checked here. */
function readTarget(url: string, allowPrivate: boolean) {
  if (!allowPrivate) checkPublicName(url, ['https'])
  const { origin, pathname, search } = new URL(url)
  return { origin, path: `${pathname}${search}` }
}

function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
