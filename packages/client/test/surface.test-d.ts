import type * as models from '@doorkit/models'
import { expectTypeOf } from 'vitest'
import type { Api, ContractAnswer, ContractArguments } from '../generate/contract-types.ts'
import type {
  Call,
  CallOptions,
  Contact,
  ContactId,
  Contacts,
  ContractMethods,
  ErrorCode,
  ErrorStatuses,
  EventType,
  GeneralErrorCode,
  List,
  ListCall,
  Scope,
  StreamCall,
  StreamOptions,
} from '../src/index.ts'

// The types under src/contract/resources are generated as text. Here the compiler compares each of
// them with the type that it computes from the contract, member by member, optional ones included.

/**
 * Normalizes a type for comparison: interfaces and intersections are spelled out, lists are mutable, and
 * a `Date` is text.
 */
type Plain<T> = T extends AbortSignal
  ? AbortSignal
  : T extends Date
    ? string
    : T extends readonly unknown[]
      ? { -readonly [Index in keyof T]: Plain<T[Index]> }
      : T extends object
        ? { -readonly [Member in keyof T]: Plain<T[Member]> }
        : T

type Identical<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

type Same<One, Other> = Identical<Plain<One>, Plain<Other>>

type ArgumentsOf<Method> = Method extends (...given: infer Given) => unknown ? Given : never

/** Makes the secret optional: two operations guarantee it, and the contract does not. */
type WithOptionalSecret<T> = T extends { secret: string }
  ? Omit<T, 'secret'> & { secret?: string | undefined }
  : T

type AnswerOf<Method> = Method extends (...given: never[]) => infer Result
  ? Result extends ListCall<infer Item>
    ? WithOptionalSecret<Item>
    : Result extends Call<infer Value>
      ? WithOptionalSecret<Value>
      : never
  : never

/** The methods that differ from the contract, such as `contacts.get answers`. */
type DifferingMethods<Methods> = {
  [Resource in keyof Api & keyof Methods]: {
    [Name in keyof Api[Resource] & string]: Name extends keyof Methods[Resource]
      ? Same<
          ArgumentsOf<Methods[Resource][Name]>,
          ContractArguments<Api[Resource][Name]>
        > extends true
        ? Same<AnswerOf<Methods[Resource][Name]>, ContractAnswer<Api[Resource][Name]>> extends true
          ? never
          : `${Resource}.${Name} answers`
        : `${Resource}.${Name} is given`
      : `${Resource}.${Name} is missing`
  }[keyof Api[Resource] & string]
}[keyof Api & keyof Methods]

// The client has every operation of the contract, and nothing differs.
expectTypeOf<keyof ContractMethods>().toEqualTypeOf<keyof Api>()
expectTypeOf<DifferingMethods<ContractMethods>>().toEqualTypeOf<never>()

// The comparison notices differences.
type With<Get> = { contacts: Omit<Contacts, 'get'> & { get: Get } }
type GetContact<Answer, Id = ContactId | (string & {})> = (
  id: Id,
  options?: CallOptions,
) => Call<Answer>
type Answers = 'contacts.get answers'
type NewKind = Omit<Contact, 'source'> & { source: 'api' | 'chat' | 'import' }
type MoreFields = Contact & { nickname?: string | undefined }
expectTypeOf<DifferingMethods<With<GetContact<Contact>>>>().toEqualTypeOf<never>()
expectTypeOf<DifferingMethods<With<GetContact<Omit<Contact, 'phone'>>>>>().toEqualTypeOf<Answers>()
expectTypeOf<DifferingMethods<With<GetContact<NewKind>>>>().toEqualTypeOf<Answers>()
expectTypeOf<DifferingMethods<With<GetContact<MoreFields>>>>().toEqualTypeOf<Answers>()
expectTypeOf<
  DifferingMethods<With<GetContact<Contact, number>>>
>().toEqualTypeOf<'contacts.get is given'>()
expectTypeOf<DifferingMethods<{ me: object }>>().toEqualTypeOf<'me.get is missing'>()

// A call for a streamed answer accepts the same input as a call for a whole answer.
type Stream = ContractMethods['chatSessions']['stream']
type Send = Parameters<ContractMethods['chatSessions']['send']>
expectTypeOf<ReturnType<Stream>>().toEqualTypeOf<StreamCall>()
expectTypeOf<Parameters<Stream>>().toEqualTypeOf<
  [id: Send[0], input: Send[1], options?: StreamOptions | undefined]
>()

// The types that belong to no single operation.
expectTypeOf<Plain<List<Contact>>>().toEqualTypeOf<Plain<models.List<Contact>>>()
expectTypeOf<ErrorCode>().toEqualTypeOf<models.ErrorCode>()
expectTypeOf<GeneralErrorCode>().toExtend<ErrorCode>()
expectTypeOf<EventType>().toEqualTypeOf<models.EventType>()
expectTypeOf<Scope>().toEqualTypeOf<models.Scope>()
expectTypeOf<Plain<ErrorStatuses>>().toEqualTypeOf<{
  [Code in models.ErrorCode]: (typeof models.errorTable)[Code]['statuses'][number]
}>()
