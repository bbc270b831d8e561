import type {
  ErasedData,
  EventType,
  ReferenceData,
  WebhookEvent,
  WebhookEventOf,
} from './contract.ts'
import { fixtureData } from './fixture-data.ts'
import { fixtureTime } from './fixture-objects.ts'
import { isPlainObject } from './parse-event.ts'
import type { WebhookSecrets } from './secret.ts'
import { type SignedHeaders, signWebhook } from './sign-webhook.ts'

/** The parts of a value to replace: objects field by field, anything else as a whole. */
export type Overrides<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: Overrides<Value[Key]> | undefined }
    : Value

/**
 * The parts of an event to replace. For an erased person or a reference, replace `data` of the fixture
 * yourself.
 */
export type FixtureOverrides<Type extends EventType> = Overrides<
  Omit<WebhookEventOf<Type>, 'data'> & {
    data: Exclude<WebhookEventOf<Type>['data'], ErasedData | ReferenceData>
  }
>

/**
 * A valid event of one type, for tests: always the same, except for the overrides.
 *
 * @example webhookFixture('meeting.booked', { data: { object: { host: 'Grace' } } })
 */
export function webhookFixture<Type extends EventType>(
  type: Type,
  overrides: FixtureOverrides<Type> = {} as FixtureOverrides<Type>,
): WebhookEventOf<Type> {
  const event = {
    id: `evt_fixture_${type.replace('.', '_')}`,
    object: 'event',
    type,
    created_at: fixtureTime,
    api_version: '2026-10-12',
    data: fixtureData[type],
  }
  return merge(structuredClone(event), overrides) as WebhookEventOf<Type>
}

/** The options of a test delivery. */
export type TestDeliveryOptions = WebhookSecrets & {
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** An event to deliver in a test; its type may be unknown. */
export type TestEvent = WebhookEvent | { id: string; type: string; [member: string]: unknown }

/** The signed body and headers of a delivery of an event, for tests that call a receiver. */
export function webhookDelivery(
  event: TestEvent,
  options: TestDeliveryOptions,
): { body: string; headers: SignedHeaders } {
  const body = JSON.stringify('raw' in event ? event.raw : event)
  const signed = signWebhook({ ...options, id: event.id, body })
  return { body, headers: { 'content-type': 'application/json', ...signed } }
}

/** The delivery of {@link webhookDelivery} as a web request to `url`, for receivers that accept one. */
export function webhookRequest(
  url: string,
  event: TestEvent,
  options: TestDeliveryOptions,
): Request {
  return new Request(url, { method: 'POST', ...webhookDelivery(event, options) })
}

function merge(base: unknown, overrides: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(overrides)) {
    return overrides === undefined ? base : overrides
  }
  const copy = { ...base }
  for (const [key, value] of Object.entries(overrides)) copy[key] = merge(base[key], value)
  return copy
}
