import type { api } from '@doorkit/models'
import { expectTypeOf } from 'vitest'
import {
  type Call,
  type CallOptions,
  type Client,
  type Contact,
  type ContactId,
  type Conversation,
  type Id,
  isId,
  isProblem,
  type ListCall,
  type ListOptions,
  type MeetingId,
  type Message,
  type RateLimit,
  type SafeResult,
  type StreamCall,
  type WebhookDeliveryId,
  type WebhookEndpoint,
  type WebhookEndpointId,
  type WriteOptions,
} from '../src/index.ts'

declare const client: Client

// The client has every resource of the contract, and contacts have every operation.
expectTypeOf<keyof typeof api>().toEqualTypeOf<
  Exclude<keyof Client, 'batch' | 'request' | 'rateLimits' | 'withOptions'>
>()
expectTypeOf<keyof (typeof api)['contacts']>().toEqualTypeOf<keyof Client['contacts']>()

// Ids come first, in the order of the path; then the input; then the options.
expectTypeOf<Parameters<Client['contacts']['get']>>().toEqualTypeOf<
  [id: ContactId | (string & {}), options?: CallOptions | undefined]
>()
expectTypeOf<Parameters<Client['webhookEndpoints']['redeliver']>>().toEqualTypeOf<
  [
    id: WebhookEndpointId | (string & {}),
    childId: WebhookDeliveryId | (string & {}),
    options?: WriteOptions | undefined,
  ]
>()
expectTypeOf<Parameters<Client['webhookEndpoints']['list']>>().toEqualTypeOf<
  [options?: ListOptions | undefined]
>()
expectTypeOf<Parameters<Client['chatSessions']['send']>[1]>().toEqualTypeOf<{ text: string }>()
expectTypeOf<Parameters<Client['chatSessions']['stream']>[1]>().toEqualTypeOf<{ text: string }>()

// Results are what the contract says, with open enumerations.
expectTypeOf(client.contacts.get('ct_1')).toEqualTypeOf<Call<Contact>>()
expectTypeOf(client.conversations.list()).toEqualTypeOf<ListCall<Conversation>>()
expectTypeOf(client.webhookEndpoints.list()).toEqualTypeOf<ListCall<WebhookEndpoint>>()
expectTypeOf(client.chatSessions.stream('chs_1', { text: '' })).toEqualTypeOf<StreamCall>()
expectTypeOf<Awaited<Call<Contact>>>().toEqualTypeOf<Contact>()
expectTypeOf<Contact['object']>().toEqualTypeOf<'contact'>()
declare const contact: Contact
expectTypeOf<'import'>().toExtend<typeof contact.source>()
expectTypeOf<'carrier_pigeon'>().toExtend<typeof contact.source>()

// A function that accepts a promise also accepts a call.
expectTypeOf<Call<Contact>>().toExtend<Promise<Contact>>()
declare const safe: SafeResult<Contact>
if (safe.ok) expectTypeOf(safe.data).toEqualTypeOf<Contact>()
expectTypeOf(safe.meta?.rateLimit).toEqualTypeOf<RateLimit | undefined>()

// Optional members can be undefined, so that values can be passed on unchanged.
declare const maybe: string | undefined
client.contacts.list({ email: maybe }, { signal: undefined, timeout: undefined })
client.contacts.list(undefined, { resume: maybe })
client.contacts.upsert({ email: 'ada@example.com', company: null }, { idempotencyKey: maybe })

// A code narrows the error.
declare const error: unknown
if (isProblem(error, 'internal_error')) {
  expectTypeOf(error.code).toEqualTypeOf<'internal_error'>()
  expectTypeOf(error.status).toEqualTypeOf<500 | 502 | 503>()
}

// An id may be any text, like the parameter of a request; `isId` distinguishes the kinds.
declare const parameter: string
client.contacts.get(parameter)
if (isId('contact', parameter)) expectTypeOf(parameter).toEqualTypeOf<ContactId>()
expectTypeOf<Id<'meeting'>>().toEqualTypeOf<MeetingId>()

// A `Date` is accepted wherever a time is, and the answer has the members that the operation promises.
client.contacts.list({ updated_since: new Date(0) })
client.conversations.list({ created_since: new Date(0) }, { query: { until: new Date(1) } })
expectTypeOf(
  (await client.webhookEndpoints.create({ url: '', events: ['*'] })).secret,
).toEqualTypeOf<string>()
expectTypeOf((await client.webhookEndpoints.rotateSecret('we_1')).secret).toEqualTypeOf<string>()
const expanded = await client.conversations.get('conv_1', { expand: ['messages'] })
expectTypeOf(expanded.messages).toEqualTypeOf<Message[]>()
for await (const each of client.conversations.list({ expand: ['messages'] })) {
  expectTypeOf(each.messages).toEqualTypeOf<Message[]>()
}
expectTypeOf((await client.conversations.get('conv_1')).messages).toEqualTypeOf<
  Message[] | undefined
>()

// @ts-expect-error a number is not an id
client.contacts.get(1)
// @ts-expect-error an id is not optional
client.contacts.get()
// @ts-expect-error the email is required
client.contacts.upsert({ company: 'Acme' })
// @ts-expect-error an update must name the fields to change
client.contacts.update('ct_1')
// @ts-expect-error this also applies to a resource without ids
client.agent.update()
// @ts-expect-error undefined is not an update
client.webhookEndpoints.update('we_1', undefined)
client.contacts.update('ct_1', {})
const other = client.withOptions({ apiKey: async () => 'dk_test_key', timeout: 5, name: 'acme' })
expectTypeOf(other).toEqualTypeOf<Client>()
// @ts-expect-error the options of one call are passed to the call
client.withOptions({ idempotencyKey: 'key' })

// @ts-expect-error the server refuses fields that it does not know
client.contacts.update('ct_1', { nickname: 'Ada' })
// @ts-expect-error a read accepts no idempotency key
client.contacts.get('ct_1', { idempotencyKey: 'key' })
// @ts-expect-error the limit is required
client.contacts.list().toArray()
// @ts-expect-error the method decides whether the answer is streamed
client.chatSessions.send('chs_1', { text: 'Hi', stream: true })
// @ts-expect-error the second id is required
client.webhookEndpoints.redeliver('we_1')

// An iterator over a list can be used with `await using`, and a budget may be unknown.
expectTypeOf(client.contacts.list().items()).toExtend<AsyncDisposable>()
expectTypeOf(client.rateLimits.heavy).toEqualTypeOf<RateLimit | undefined>()

// The options of a call can add query parameters and, in a write, members of the body.
client.contacts.list({}, { query: { tier: 'gold' }, maxItems: 5, middleware: [] })
client.contacts.update('ct_1', {}, { body: { tier: { name: 'gold' } } })
// @ts-expect-error a read has no body
client.contacts.get('ct_1', { body: {} })
