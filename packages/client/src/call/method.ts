import { writeJson } from '../attempt/json-text.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'
import { type CallSite, noteCallSite } from '../errors/call-site.ts'
import { describeCall, isUndescribed } from '../errors/doorkit-error.ts'
import { startCall } from './call.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'
import { checkOptions, type WithHeaders } from './check-options.ts'
import type { ClientConfig } from './client-config.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { defaultTimeoutMs, type OutgoingCall } from './outgoing-call.ts'
import { fillPath } from './path.ts'
import type { Performer } from './perform-call.ts'
import { encodeQuery } from './query.ts'
import { readDocument } from './read-document.ts'
import type { Route } from './route.ts'

/** An operation, and what its methods are made with. */
export interface MethodKit extends Route, Performer {
  readonly config: ClientConfig
}

/** A method of a resource. Its types come from the contract, not from here. */
export type Method = (...given: readonly unknown[]) => unknown

/** The arguments of a call, by their kinds. */
export interface Arguments {
  /** Begin with the ids of the path. */
  readonly ids: readonly unknown[]
  readonly input: object | undefined
  readonly options: ListOptions & StreamOptions & WithHeaders
}

/** How the calls of a method differ from those that read or write a document. */
export interface Variant extends Partial<OutgoingCall<unknown>> {
  /** Members of the body that the method decides. */
  readonly fixed?: object
}

/** Makes the method of an operation: one that answers with one JSON document, or a variant. */
export function createMethod(
  kit: MethodKit,
  vary: (options: StreamOptions) => Variant = () => ({}),
): Method {
  const method: Method = (...given) => {
    const site = noteCallSite(method)
    const call = prepare(kit, site, () => {
      const args = readArguments(kit, given)
      return outgoingCall(kit, args, { site, ...vary(args.options) })
    })
    return startCall(() => kit.perform(call()), kit.lost)
  }
  return method
}

/**
 * Makes something ready at once, so that later changes to the input of a call do nothing. What it gives
 * throws the mistake in the input, so that the call rejects with it, as with every other failure.
 */
export function prepare<Ready>(
  { operation }: Route,
  site: CallSite,
  make: () => Ready,
): () => Ready {
  try {
    const ready = make()
    return () => ready
  } catch (error) {
    if (isUndescribed(error)) describeCall(error, { operation, site })
    return () => {
      throw error
    }
  }
}

/**
 * Sorts the arguments: first the ids of the path, then the input if there is one, then options.
 *
 * @throws DoorkitError `invalid_option`
 */
export function readArguments(
  { operation, hasInput }: Route,
  given: readonly unknown[],
): Arguments {
  const rest = given.slice(operation.path.split('{').length - 1) as (object | undefined)[]
  const input = hasInput ? rest.shift() : undefined
  return { ids: given, input, options: checkOptions({ ...rest[0] }) }
}

/**
 * Makes a call ready to be sent: its input is the query of a read, and the body of a write.
 *
 * @throws DoorkitError `invalid_argument` for ids and input that cannot be sent.
 */
export function outgoingCall<Value>(
  { operation, hasInput }: Route,
  { ids, input, options }: Arguments,
  { site, fixed, ...variant }: Variant & { readonly site: CallSite },
): OutgoingCall<Value> {
  const { path, method } = operation
  const isRead = method === 'GET'
  const query = isRead ? { ...input, ...options.query } : options.query
  const hasBody = !isRead && (hasInput || options.body)
  return {
    operation,
    target: fillPath(path, ids) + encodeQuery(query),
    body: hasBody ? writeJson({ ...input, ...options.body, ...fixed }) : undefined,
    accept: 'application/json',
    idempotencyKey: isRead ? undefined : idempotencyKeyFor(method, options.idempotencyKey),
    timeoutMs: defaultTimeoutMs,
    options,
    site,
    read: readDocument as ReadAnswer<Value>,
    ...(variant as Partial<OutgoingCall<Value>>),
  }
}
