import type { api, Open, ReceivedEvent, WebhookEvent } from '@doorkit/models'
import type { CallOptions, ListOptions, WriteOptions } from '../src/index.ts'

// The inputs and results of the methods of the client, computed from the contract itself.

/** The operations, resource by resource, as the contract defines them. */
export type Api = typeof api

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

/** An id of the right kind, or any other text, because ids that a program stores are often plain texts. */
type GivenId<Schema> = Output<Schema> | (string & {})

/** The ids in a path, in their order. */
type Ids<Operation> = Operation extends { path: infer Path; params: infer Params }
  ? Path extends `${string}{${infer First}}${infer Rest}`
    ? Rest extends `${string}{${infer Second}}${string}`
      ? [GivenId<Params[First & keyof Params]>, GivenId<Params[Second & keyof Params]>]
      : [GivenId<Params[First & keyof Params]>]
    : []
  : []

/** The body without `stream`: the called method decides whether the answer is streamed. */
type Body<Operation, Schema> = Operation extends { reply: { kind: 'stream' } }
  ? Omit<Output<Schema>, 'stream'>
  : Output<Schema>

type Input<Operation> = Operation extends { method: 'PATCH'; body: infer Schema }
  ? [input: Output<Schema>]
  : Operation extends { body: infer Schema }
    ? Given<Body<Operation, Schema>>
    : Operation extends { query: infer Schema }
      ? Given<Output<Schema>>
      : []

/** An input without required members is optional. */
type Given<Value> = Partial<Value> extends Value ? [input?: Value | undefined] : [input: Value]

type Options<Operation> = Operation extends { method: 'GET' }
  ? Operation extends { reply: { kind: 'list' } }
    ? ListOptions
    : CallOptions
  : WriteOptions

/** The arguments of an operation: ids in the order of the path, then the input, then the options. */
export type ContractArguments<Operation> = [
  ...Ids<Operation>,
  ...Input<Operation>,
  options?: Options<Operation> | undefined,
]

/** An answer as the caller gets it: with open enumerations, and with events as programs read them. */
type AnswerOf<Value> = Open<Value extends WebhookEvent ? ReceivedEvent : Value>

/** The answer of an operation; for a list, one item. */
export type ContractAnswer<Operation> = Operation extends {
  reply: { kind: 'list'; item: infer Item }
}
  ? AnswerOf<Output<Item>>
  : Operation extends { reply: { schema: infer Schema } }
    ? AnswerOf<Output<Schema>>
    : never
