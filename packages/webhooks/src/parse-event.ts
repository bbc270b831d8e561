import { isEventType, readEvent } from '@doorkit/models/read-event'
import type { WebhookEvent } from './contract.ts'
import { verificationError } from './error.ts'

/**
 * Reads the event in a verified body. Receivers dedupe by the header `webhook-id`, so a body with
 * another id is refused.
 */
export function parseEvent(body: string | Uint8Array, webhookId: string): WebhookEvent {
  const value = parseJson(typeof body === 'string' ? body : decode(body))
  if (!isEvent(value)) throw verificationError('payload_not_event')
  if (value.id !== webhookId) throw verificationError('payload_id_mismatch')
  readEvent(value)
  return value
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw verificationError('payload_not_utf8')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The SyntaxError is not passed on as the cause, because its message quotes the payload.
    throw verificationError('payload_not_json')
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  const { id, type, created_at, data } = (value ?? {}) as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof created_at === 'string' &&
    (!isEventType(type) || isPlainObject(data))
  )
}

/** Whether a JSON value is an object and not a list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
