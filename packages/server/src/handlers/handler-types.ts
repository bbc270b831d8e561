import type { Api, api, Operation } from '@doorkit/models'
import type * as z from 'zod'
import type { Context } from '../commit/request-context.ts'
import type { EventStream } from '../requests/http-answer.ts'
import type { ApiKeyPrincipal, Principal } from '../requests/principal.ts'
import type { JsonStream } from '../text/json-stream.ts'

type Params<O extends Operation> = O extends { params: infer P extends Record<string, z.ZodType> }
  ? { readonly [K in keyof P]: string }
  : unknown

type Query<O extends Operation> = O extends { query: infer Q extends z.ZodObject }
  ? { readonly query: z.infer<Q> }
  : unknown

type Body<O extends Operation> = O extends { body: infer B extends z.ZodObject }
  ? { readonly body: z.infer<B> }
  : unknown

/** The checked input of a handler: the ids in the path, the query and the body. */
export type Input<O extends Operation> = Params<O> & Query<O> & Body<O>

export type Output<O extends Operation> =
  | z.infer<O['reply']['schema']>
  | JsonStream<z.infer<O['reply']['schema']>>
  | (O['reply']['kind'] extends 'stream' | 'events' ? EventStream : never)

/** Serves one operation. The pipeline has checked its input. */
export type Handler<O extends Operation, Who extends Principal = ApiKeyPrincipal> = (
  input: Input<O>,
  context: Context<Who>,
) => Promise<Output<O>>

export type HandlersOf<Operations extends Api, Who extends Principal> = {
  readonly [R in keyof Operations]: {
    readonly [O in keyof Operations[R]]: Operations[R][O] extends Operation
      ? Handler<Operations[R][O], Who>
      : never
  }
}

/** Every handler of the workspace API. */
export type Handlers = HandlersOf<typeof api, ApiKeyPrincipal>

/** Any handler, as the pipeline calls it. */
export type AnyHandler = (
  input: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<unknown>

/** All handlers by resource and operation, as the pipeline finds them. */
export type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>
