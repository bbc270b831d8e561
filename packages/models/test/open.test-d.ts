import { expectTypeOf } from 'vitest'
import type {
  ApiKeyIdentity,
  ChatAction,
  Contact,
  Conversation,
  Id,
  KnowledgeDocument,
  List,
  Meeting,
  Open,
  OpenString,
  ReceivedEvent,
  WebhookEndpoint,
} from '../src/index.ts'

// Enumerations widen, and their known values stay known.
expectTypeOf<Open<'booked' | 'canceled'>>().toEqualTypeOf<OpenString<'booked' | 'canceled'>>()
expectTypeOf<string>().toExtend<Open<'booked' | 'canceled'>>()
expectTypeOf<Open<Meeting>['status']>().toEqualTypeOf<OpenString<'booked' | 'canceled'>>()
expectTypeOf<Open<Contact>['source']>().toEqualTypeOf<OpenString<'api' | 'chat' | 'import'>>()

// Constants and numbers keep their types.
expectTypeOf<Open<'contact'>>().toEqualTypeOf<'contact'>()
expectTypeOf<Open<Contact>['object']>().toEqualTypeOf<'contact'>()
expectTypeOf<Open<true>>().toEqualTypeOf<true>()
expectTypeOf<Open<1 | 2>>().toEqualTypeOf<1 | 2>()

// Ids keep their types, with and without null.
expectTypeOf<Open<Id<'contact'>>>().toEqualTypeOf<Id<'contact'>>()
expectTypeOf<Open<Id<'contact'> | null>>().toEqualTypeOf<Id<'contact'> | null>()
expectTypeOf<Open<Conversation>['contact']>().toEqualTypeOf<Id<'contact'> | null>()

// Plain values keep their types.
expectTypeOf<Open<string>>().toEqualTypeOf<string>()
expectTypeOf<Open<string | null>>().toEqualTypeOf<string | null>()
expectTypeOf<Open<boolean>>().toEqualTypeOf<boolean>()
expectTypeOf<Open<number | null>>().toEqualTypeOf<number | null>()
expectTypeOf<Open<null>>().toEqualTypeOf<null>()
expectTypeOf<Open<unknown>>().toEqualTypeOf<unknown>()
expectTypeOf<Open<never>>().toEqualTypeOf<never>()

// Null stays allowed next to an enumeration, and an optional field stays optional.
expectTypeOf<Open<'a' | 'b' | null>>().toEqualTypeOf<OpenString<'a' | 'b'> | null>()
expectTypeOf<Open<WebhookEndpoint>['disabled_reason']>().toEqualTypeOf<OpenString<
  'manual' | 'failing' | 'gone'
> | null>()
expectTypeOf<Open<KnowledgeDocument>['content']>().toEqualTypeOf<string | undefined>()
expectTypeOf<Open<{ a?: 'x' | 'y' }>>().toEqualTypeOf<{ a?: OpenString<'x' | 'y'> }>()

// Enumerations in nested objects, records and arrays widen too.
expectTypeOf<Open<Conversation>['visitor']['device']>().toEqualTypeOf<OpenString<
  'desktop' | 'mobile'
> | null>()
expectTypeOf<Open<Conversation>['visitor']['utm']>().toEqualTypeOf<Record<string, string>>()
expectTypeOf<NonNullable<Open<Conversation>['messages']>[number]['role']>().toEqualTypeOf<
  OpenString<'user' | 'assistant'>
>()
expectTypeOf<'meetings:write'>().toExtend<Open<ApiKeyIdentity>['scopes'][number]>()
expectTypeOf<Open<List<Meeting>>['data'][number]['status']>().toEqualTypeOf<
  OpenString<'booked' | 'canceled'>
>()

// Unions of objects are still narrowed by their constants.
expectTypeOf<Open<ChatAction>['type']>().toEqualTypeOf<ChatAction['type']>()
expectTypeOf<
  Extract<Open<ReceivedEvent>, { type: 'meeting.booked' }>['object']
>().toEqualTypeOf<'event'>()
expectTypeOf<
  Extract<Open<ReceivedEvent>, { type: 'meeting.booked' }>['data']['object']
>().toEqualTypeOf<Open<Meeting> | null | undefined>()

// The answer of a server can be read as open; a server may not send an open answer.
expectTypeOf<Conversation>().toExtend<Open<Conversation>>()
expectTypeOf<Open<Conversation>>().not.toExtend<Conversation>()
