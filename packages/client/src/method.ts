import type { WithMeta } from './call.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'
import { defaultTimeoutMs, type OutgoingCall, type Perform } from './outgoing-call.ts'
import { fillPath } from './path.ts'
import { encodeQuery } from './query.ts'
import { documentReader, type ReadAnswer } from './read-document.ts'
import type { Route } from './route.ts'

/** An operation, and what its methods are made with. */
export interface MethodKit extends Route {
  readonly config: CoreConfig
  readonly perform: Perform
  /** Makes what a method returns out of what makes its call ready. */
  readonly begin: <Value>(make: () => OutgoingCall<Value>) => Promise<Value | WithMeta<Value>>
}

/** A method of a resource. Its types come from the contract, not from here. */
export type Method = (...given: readonly unknown[]) => unknown

/** The arguments of a call, told apart. */
export interface Arguments {
  /** Begin with the ids of the path. */
  readonly ids: readonly unknown[]
  readonly input: object | undefined
  readonly options: ListOptions & StreamOptions
}

/** Tells arguments apart: first the ids of the path, then the input if there is one, then options. */
export function readArguments(
  { operation, hasInput }: MethodKit,
  given: readonly unknown[],
): Arguments {
  const rest = given.slice(operation.path.split('{').length - 1) as (object | undefined)[]
  const input = hasInput ? rest.shift() : undefined
  return { ids: given, input, options: { ...rest[0] } }
}

/**
 * Makes a call ready to be sent, without a body.
 *
 * @throws DoorkitError `invalid_argument` for ids and queries that cannot be sent.
 */
export function outgoingCall<Value>(
  { operation }: MethodKit,
  { ids, options }: Pick<Arguments, 'ids' | 'options'>,
  read: ReadAnswer<Value>,
  query: object | undefined = options.query,
): OutgoingCall<Value> {
  return {
    operation,
    target: fillPath(operation.path, ids) + encodeQuery(query),
    accept: 'application/json',
    timeoutMs: defaultTimeoutMs,
    options,
    read,
  }
}

/** Makes the method of an operation that reads one JSON document. */
export function createReadMethod(kit: MethodKit): Method {
  const read = documentReader(kit.config)
  return (...given) => {
    const args = readArguments(kit, given)
    const query = { ...args.input, ...args.options.query }
    return kit.begin(() => outgoingCall(kit, args, read, query))
  }
}
