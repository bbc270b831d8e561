import { createCall, type WithMeta } from './call.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'
import { writeJson } from './json-text.ts'
import type { OperationInfo } from './operation-info.ts'
import { defaultTimeoutMs, type OutgoingCall, type Perform } from './outgoing-call.ts'
import { fillPath } from './path.ts'
import { encodeQuery } from './query.ts'
import { documentReader, type ReadAnswer } from './read-document.ts'
import type { Route } from './route.ts'

/** An operation, and what its methods are made with. */
export interface MethodKit {
  readonly operation: OperationInfo
  readonly route: Route
  /** How many ids the path has. */
  readonly idCount: number
  readonly config: CoreConfig
  readonly perform: Perform
}

/** Gets an operation ready for its methods. */
export function methodKit(
  id: string,
  route: Route,
  config: CoreConfig,
  perform: Perform,
): MethodKit {
  const { method, path, heavy = false } = route
  const operation = Object.freeze({ id, method, path, heavy })
  return { operation, route, idCount: path.split('{').length - 1, config, perform }
}

/** A method of a resource. Its types come from the contract, not from here. */
export type Method = (...given: readonly unknown[]) => unknown

/** The arguments of a call, told apart. */
export interface Arguments {
  readonly ids: readonly unknown[]
  readonly input: object | undefined
  readonly options: ListOptions & StreamOptions
}

/** Tells arguments apart: first the ids of the path, then the input if there is one, then options. */
export function readArguments({ idCount, route }: MethodKit, given: readonly unknown[]): Arguments {
  const hasInput = route.input !== undefined
  return {
    ids: given.slice(0, idCount),
    input: (hasInput ? given[idCount] : undefined) as object | undefined,
    options: { ...(given[hasInput ? idCount + 1 : idCount] as Arguments['options'] | undefined) },
  }
}

/**
 * Makes a call ready at once, so that later changes to its input do nothing. What is wrong with it
 * shows when it is awaited, like every other failure.
 */
export function prepare<Value>(
  perform: Perform,
  make: () => OutgoingCall<Value>,
): () => Promise<WithMeta<Value>> {
  try {
    const call = make()
    return () => perform(call)
  } catch (error) {
    return () => Promise.reject(error)
  }
}

/** How long the agent may take to answer a message (spec: Limits). */
const chatTurnMs = 60_000

/**
 * Makes a call ready to be sent. `fixed` are members of the body that the method decides.
 *
 * @throws DoorkitError `invalid_argument` for ids and input that cannot be sent.
 */
export function outgoingCall<Value>(
  { operation, route }: MethodKit,
  { ids, input, options }: Arguments,
  read: ReadAnswer<Value>,
  fixed?: object,
): OutgoingCall<Value> {
  const query = route.input === 'query' ? { ...input, ...options.query } : options.query
  const hasBody = route.input === 'body' || options.body !== undefined
  return {
    operation,
    target: fillPath(route.path, ids) + (query ? encodeQuery(query) : ''),
    body: hasBody ? writeJson({ ...input, ...options.body, ...fixed }) : undefined,
    accept: 'application/json',
    stream: false,
    timeoutMs: route.kind === 'stream' ? chatTurnMs : defaultTimeoutMs,
    options,
    read,
  }
}

/** Makes the method of an operation that answers with one JSON document. */
export function createMethod(kit: MethodKit): Method {
  const read = documentReader<object>(kit.config.maxResponseBytes)
  // An answer in one piece is asked for out loud, where the operation could stream it.
  const fixed = kit.route.kind === 'stream' ? { stream: false } : undefined
  return (...given) => {
    const args = readArguments(kit, given)
    return createCall(prepare(kit.perform, () => outgoingCall(kit, args, read, fixed)))
  }
}
