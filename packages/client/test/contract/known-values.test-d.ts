import { expectTypeOf } from 'vitest'
import {
  type ApiError,
  type ApiKeyIdentity,
  type Contact,
  type Conversation,
  type ErrorCode,
  type EventType,
  type Experiment,
  isKnown,
  type KnownValue,
  type Scope,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../src/index.ts'

/** The known values of an open enumeration. */
type KnownOf<Value> = Value extends string ? (string extends Value ? never : Value) : never

expectTypeOf<KnownValue<'ContactSource'>>().toEqualTypeOf<KnownOf<Contact['source']>>()
expectTypeOf<KnownValue<'ContactSource'>>().toEqualTypeOf<'api' | 'chat' | 'import'>()
expectTypeOf<KnownValue<'ConversationDevice'>>().toEqualTypeOf<
  KnownOf<Conversation['visitor']['device']>
>()
expectTypeOf<KnownValue<'ExperimentStatus'>>().toEqualTypeOf<KnownOf<Experiment['status']>>()
expectTypeOf<KnownValue<'ExperimentVerdict'>>().toEqualTypeOf<KnownOf<Experiment['verdict']>>()
expectTypeOf<KnownValue<'WebhookEndpointEvent'>>().toEqualTypeOf<
  KnownOf<WebhookEndpoint['events'][0]>
>()

/** Inside `if` the value is a known one; inside `else` it can be any other. */
export function narrowBranches({ source }: Contact): void {
  if (isKnown('ContactSource', source))
    expectTypeOf(source).toEqualTypeOf<KnownValue<'ContactSource'>>()
  else expectTypeOf(source).toEqualTypeOf<string & {}>()
}

/** A `switch` over the known values leaves `never` for `default`. */
export function iconOf({ source }: Contact): string {
  if (!isKnown('ContactSource', source)) return source
  switch (source) {
    case 'api':
      return 'plug'
    case 'chat':
      return 'bubble'
    case 'import':
      return 'file'
    default:
      return source satisfies never
  }
}

/** A missing case does not compile. */
export function omitCase({ source }: Contact): string {
  if (!isKnown('ContactSource', source)) return source
  switch (source) {
    case 'api':
    case 'chat':
      return 'known'
    default:
      // @ts-expect-error The case 'import' is missing.
      return source satisfies never
  }
}

/** Nullable fields and lists are narrowed too. */
export function narrowNullableAndList(conversation: Conversation, endpoint: WebhookEndpoint): void {
  const { device } = conversation.visitor
  if (isKnown('ConversationDevice', device))
    expectTypeOf(device).toEqualTypeOf<'desktop' | 'mobile'>()
  else expectTypeOf(device).toEqualTypeOf<(string & {}) | null>()
  const events = endpoint.events.filter((event) => isKnown('WebhookEndpointEvent', event))
  expectTypeOf(events).toEqualTypeOf<KnownValue<'WebhookEndpointEvent'>[]>()
}

/** The values of a named enumeration are narrowed to its type. */
export function narrowNamed(error: ApiError, delivery: WebhookDelivery, key: ApiKeyIdentity): void {
  const { code } = error
  if (isKnown('ErrorCode', code)) expectTypeOf(code).toEqualTypeOf<ErrorCode>()
  if (isKnown('EventType', delivery.event_type)) {
    expectTypeOf(delivery.event_type).toEqualTypeOf<EventType>()
  }
  expectTypeOf(key.scopes.filter((scope) => isKnown('Scope', scope))).toEqualTypeOf<Scope[]>()
}

/** The object instead of its field does not compile. */
export function passObject(contact: Contact): boolean {
  // @ts-expect-error A contact is not a value of an enumeration.
  return isKnown('ContactSource', contact)
}
