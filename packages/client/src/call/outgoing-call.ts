import type { OperationInfo } from '../answer/operation-info.ts'
import { writeJson } from '../attempt/json-text.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'
import type { CallSite } from '../errors/call-site.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'
import { checkOptions, type WithHeaders } from './check-options.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { fillPath } from './path.ts'
import { checkIds } from './path-ids.ts'
import { encodeQuery } from './query.ts'
import { readDocument } from './read-document.ts'
import type { Route } from './route.ts'

/** One call, ready for any number of attempts. */
export interface OutgoingCall<Value> {
  readonly operation: OperationInfo
  /** The ids of the path that a message may show, each with a space before it. */
  readonly ids: string
  /** The path below `baseUrl`, with ids and query. */
  readonly target: string
  /** The query of `target`, as an object. */
  readonly query?: object | undefined
  /** The JSON text; undefined when there is no body. */
  readonly body: string | undefined
  readonly accept: string
  /** One idempotency key for all attempts of a write; undefined for reads. */
  readonly idempotencyKey: string | undefined
  /** Whether the result is a stream rather than a document. */
  readonly stream?: boolean
  /** How long one attempt may take by default. */
  readonly timeoutMs: number
  readonly options: ListOptions & StreamOptions & WithHeaders
  /** Where the program made the call. */
  readonly site: CallSite
  /** Reads the result from a successful answer. */
  readonly read: ReadAnswer<Value>
}

/** How a call differs from one that reads or writes a JSON document. */
export interface CallOverrides<Value> extends Partial<OutgoingCall<Value>> {
  /** Members of the body that the method sets. */
  readonly fixedMembers?: object
}

/** How long one attempt may take unless the operation says otherwise. */
export const defaultTimeoutMs = 30_000

/**
 * Builds a call from the arguments of a method: the ids of the path, then the input if the operation
 * accepts one, then options. The input is the query of a read and the body of a write.
 */
export function outgoingCall<Value>(
  { operation, hasInput, prefixes = '' }: Route,
  given: readonly unknown[],
  site: CallSite,
  { fixedMembers, ...overrides }: CallOverrides<Value> = {},
): OutgoingCall<Value> {
  const { path, method } = operation
  const rest = given.slice(path.split('{').length - 1) as (object | undefined)[]
  const input = hasInput ? rest.shift() : undefined
  const options = checkOptions<ListOptions & StreamOptions>(rest[0])
  const isRead = method === 'GET'
  const query = isRead ? { ...input, ...options.query } : options.query
  const hasBody = !isRead && (hasInput || options.body)
  return {
    operation,
    ids: checkIds(prefixes, given),
    target: fillPath(path, given) + encodeQuery(query),
    query,
    body: hasBody ? writeJson({ ...input, ...options.body, ...fixedMembers }) : undefined,
    accept: 'application/json',
    idempotencyKey: isRead ? undefined : idempotencyKeyFor(method, options.idempotencyKey),
    timeoutMs: defaultTimeoutMs,
    options,
    site,
    read: readDocument as ReadAnswer<Value>,
    ...overrides,
  }
}
