import type { api, Open } from '@doorkit/models'
import type { Call } from './call.ts'
import type { CallOptions, ListOptions, StreamOptions, WriteOptions } from './call-options.ts'
import type { ListCall } from './list-call.ts'
import type { StreamCall } from './stream-call.ts'

/** The operations, resource by resource, as the contract defines them. */
type Api = typeof api

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

/** The ids in a path, in its order. */
type Ids<Operation> = Operation extends { path: infer Path; params: infer Params }
  ? Path extends `${string}{${infer First}}${infer Rest}`
    ? Rest extends `${string}{${infer Second}}${string}`
      ? [id: Output<Params[First & keyof Params]>, childId: Output<Params[Second & keyof Params]>]
      : [id: Output<Params[First & keyof Params]>]
    : []
  : []

/** Whether an answer is streamed is said by the method that is called. */
type Body<Operation, Schema> = Operation extends { reply: { kind: 'stream' } }
  ? Omit<Output<Schema>, 'stream'>
  : Output<Schema>

type Input<Operation> = Operation extends { body: infer Schema }
  ? Given<Body<Operation, Schema>>
  : Operation extends { query: infer Schema }
    ? Given<Output<Schema>>
    : []

/** An input without required members can be left out. */
type Given<Value> = Partial<Value> extends Value ? [input?: Value | undefined] : [input: Value]

type Options<Operation> = Operation extends { method: 'GET' }
  ? Operation extends { reply: { kind: 'list' } }
    ? ListOptions
    : CallOptions
  : WriteOptions

type Result<Operation> = Operation extends { reply: { kind: 'list'; item: infer Item } }
  ? ListCall<Open<Output<Item>>>
  : Operation extends { reply: { schema: infer Schema } }
    ? Call<Open<Output<Schema>>>
    : never

/**
 * Every operation of the contract as a method: ids in the order of the path, then the input, then
 * the options. A name leads to its definition in the contract.
 */
export type ContractMethods = {
  readonly [Resource in keyof Api]: {
    readonly [Name in keyof Api[Resource]]: (
      ...args: [
        ...Ids<Api[Resource][Name]>,
        ...Input<Api[Resource][Name]>,
        options?: Options<Api[Resource][Name]> | undefined,
      ]
    ) => Result<Api[Resource][Name]>
  }
}

type Send = Api['chatSessions']['send']

/** The other way to send a message. */
export interface ChatStreaming {
  /** Send a visitor message and read the agent's answer as it comes. */
  readonly stream: (
    ...args: [...Ids<Send>, ...Input<Send>, options?: StreamOptions | undefined]
  ) => StreamCall
}
