import type * as z from 'zod'
import type { ErrorCode } from './error-codes.ts'
import { limits } from './limits.ts'
import { listSchemaOf } from './list.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/** The budget that a request counts against (docs/api.md#rate-limits). */
export type Cost = 'standard' | 'heavy'

/** The kind, status and body of a successful answer. */
export type Reply<Schema extends z.ZodType = z.ZodType> =
  /** One JSON document. */
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly schema: Schema }
  /** The list envelope around items. */
  | {
      readonly kind: 'list'
      readonly status: 200
      /** The whole envelope. */
      readonly schema: z.ZodType
      /** One item of its `data`. */
      readonly item: Schema
    }
  /** One JSON document, or a UI message stream if the body asks for it. */
  | { readonly kind: 'stream'; readonly status: 200; readonly schema: Schema }
  /** Server-sent events. */
  | {
      readonly kind: 'events'
      readonly status: 200
      /** The data of one event. */
      readonly schema: Schema
      /** True if the status is 204 when there are no events. */
      readonly mayBeEmpty?: true
    }

/** Answers 200 with one JSON document. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  ({ kind: 'json', status: 200, schema }) as const

/** Answers 201 with the object that was created. */
export const created = <Schema extends z.ZodType>(schema: Schema) =>
  ({ kind: 'json', status: 201, schema }) as const

/** Answers 200 with the list envelope around items. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  ({ kind: 'list', status: 200, schema: listSchemaOf(item), item }) as const

/** Answers 200 with one JSON document, or with a UI message stream if the body asks for it. */
export const streamable = <Schema extends z.ZodType>(schema: Schema) =>
  ({ kind: 'stream', status: 200, schema }) as const

/** Answers 200 with server-sent events. */
export const eventsOf = <Schema extends z.ZodType>(schema: Schema) =>
  ({ kind: 'events', status: 200, schema }) as const

/** Answers 200 with server-sent events, or 204 if there are none. */
export const eventsOrNone = <Schema extends z.ZodType>(schema: Schema) =>
  ({ ...eventsOf(schema), mayBeEmpty: true }) as const

interface CommonMembers {
  /** At most 90 characters. The doc comment above the operation repeats it. */
  readonly summary: string
  /** The path below the base URL of the API, in OpenAPI's syntax: `/contacts/{id}`. */
  readonly path: `/${string}`
  /** The schema of the id for each `{name}` of the path, in the path's order. */
  readonly params?: Readonly<Record<string, z.ZodType<string>>>
  /** The scope that the principal needs; `'none'` if it needs no scope. */
  readonly scope: Scope | 'none'
  /** The credential of a request of the site API; absent in the workspace API and the console. */
  readonly credential?: 'site_key' | 'visit_token'
  /** The roles that may call an operation of the console; absent if scopes decide. */
  readonly roles?: readonly Role[]
  readonly cost: Cost
  readonly query?: z.ZodObject
  readonly reply: Reply
  /** The operation's own codes; {@link operationErrors} adds all others. */
  readonly errors?: readonly ErrorCode[]
  /** True for an extension of this kit to the workspace API (docs/api.md#extensions). */
  readonly extension?: true
  /** The most bytes of a body. Default: `limits.bodyBytes`. */
  readonly maxBodyBytes?: number
  /** In the site API, the field of the body that is the idempotency key, in place of a header. */
  readonly idempotencyField?: string
}

/** One HTTP operation, as data. Client, router, validation, OpenAPI and docs are made from it. */
export type Operation =
  | (CommonMembers & { readonly method: 'GET' | 'DELETE'; readonly body?: never })
  | (CommonMembers & { readonly method: 'POST' | 'PATCH'; readonly body?: z.ZodObject })

/** Operations by resource and name. */
export type Api = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Turns `'/a/{b}/c/{d}'` into `'b' | 'd'`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** A sentence in place of a type, which the compiler prints for a wrong definition. */
export interface Mistake<Sentence extends string> {
  /** The mistake in the definition. */
  readonly mistake: Sentence
}

type ParamNames<O> = O extends { params: infer Params } ? keyof Params & string : never

type CheckedOperation<O extends Operation> = Operation extends O
  ? O
  : [Exclude<PathNames<O['path']>, ParamNames<O>>] extends [never]
    ? [Exclude<ParamNames<O>, PathNames<O['path']>>] extends [never]
      ? O
      : Mistake<`params has '${Exclude<ParamNames<O>, PathNames<O['path']>>}' but the path does not`>
    : Mistake<`the path has '{${Exclude<PathNames<O['path']>, ParamNames<O>>}}' but params does not`>

/** Checks the types of one resource's operations, and returns its argument. */
export const defineOperations = <const T extends Record<string, Operation>>(
  operations: { [K in keyof T]: T[K] extends Operation ? CheckedOperation<T[K]> : T[K] } & T,
): T => operations

/** Every error code of an operation: its own, those of all operations, and those its shape implies. */
export function operationErrors(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [
    'authentication_required',
    'invalid_api_key',
    'payment_required',
    'unsupported_version',
    'invalid_request',
    'rate_limited',
    'internal_error',
  ]
  if (operation.scope !== 'none' || operation.credential || operation.roles)
    codes.push('insufficient_scope')
  if (operation.params) codes.push('not_found')
  if (isIdempotent(operation)) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  return [...new Set([...codes, ...(operation.errors ?? [])])]
}

/** The most bytes of a body of the operation. */
export function bodyLimit(operation: Operation): number {
  return operation.maxBodyBytes ?? limits.bodyBytes
}

/** Whether a request of the operation can have an idempotency key. */
export function isIdempotent({ method, credential, idempotencyField }: Operation): boolean {
  return method !== 'GET' && (credential === undefined || idempotencyField !== undefined)
}
