import type { WithMeta } from '../answer/call-meta.ts'
import type { OperationInfo } from '../answer/operation-info.ts'
import { writeJson } from '../attempt/json-text.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'
import type { CallSite } from '../errors/call-site.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'
import { checkOptions, type WithHeaders } from './check-options.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { fillPath } from './path.ts'
import { shownIds } from './path-ids.ts'
import { encodeQuery } from './query.ts'
import { readDocument } from './read-document.ts'
import type { Route } from './route.ts'

/** One logical call, ready to be sent as often as it takes. */
export interface OutgoingCall<Value> {
  readonly operation: OperationInfo
  /** The ids of its path, each after a space, as far as a message may show them. */
  readonly ids: string
  /** Below the base address, ids filled in, query included. */
  readonly target: string
  /** What is written into the query of the target. */
  readonly query?: object | undefined
  /** The JSON text; undefined when there is no body. */
  readonly body: string | undefined
  readonly accept: string
  /** One for all attempts of a write; undefined for reads. */
  readonly idempotencyKey: string | undefined
  /** Whether the result is a stream rather than a document. */
  readonly stream?: boolean
  /** How long one attempt may take where neither call nor client says it. */
  readonly timeoutMs: number
  readonly options: ListOptions & StreamOptions & WithHeaders
  /** The caller's place in its own code. */
  readonly site: CallSite
  /** Makes the result of a successful answer. */
  readonly read: ReadAnswer<Value>
}

/** How calls differ from those that read or write a document. */
export interface Variant<Value> extends Partial<OutgoingCall<Value>> {
  /** Members of the body that the method decides. */
  readonly fixed?: object
}

/** How long one attempt may take where nothing else is said. */
export const defaultTimeoutMs = 30_000

/** Performs a call, with its retries. */
export type Perform = <Value>(call: OutgoingCall<Value>) => Promise<WithMeta<Value>>

/**
 * Makes a call ready to be sent. First it is given the ids of the path, then the input if there is one,
 * then options. The input is the query of a read, and the body of a write.
 *
 * @throws DoorkitError `invalid_option`, or `invalid_argument` for ids and input that cannot be sent.
 */
export function outgoingCall<Value>(
  { operation, hasInput, prefixes = '' }: Route,
  given: readonly unknown[],
  site: CallSite,
  { fixed, ...variant }: Variant<Value> = {},
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
    ids: shownIds(prefixes, given),
    target: fillPath(path, given) + encodeQuery(query),
    query,
    body: hasBody ? writeJson({ ...input, ...options.body, ...fixed }) : undefined,
    accept: 'application/json',
    idempotencyKey: isRead ? undefined : idempotencyKeyFor(method, options.idempotencyKey),
    timeoutMs: defaultTimeoutMs,
    options,
    site,
    read: readDocument as ReadAnswer<Value>,
    ...variant,
  }
}
