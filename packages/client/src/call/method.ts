import { startCall } from './call.ts'
import type { ClientConfig } from './client-config.ts'
import { type CallOverrides, outgoingCall } from './outgoing-call.ts'
import type { Performer } from './perform-call.ts'
import type { Route } from './route.ts'

/** An operation, and the parts that its methods need. */
export interface MethodParts extends Route, Performer {
  readonly config: ClientConfig
}

/** A method of a resource. Its real types come from the contract. */
export type Method = (...given: readonly unknown[]) => unknown

/** Creates the method of an operation that answers with one JSON document. */
export function createMethod<Value>(parts: MethodParts, overrides?: CallOverrides<Value>): Method {
  const method: Method = (...given) =>
    startCall(parts, method, (site) => outgoingCall(parts, given, site, overrides))
  return method
}
