import { startCall } from './call.ts'
import type { ClientConfig } from './client-config.ts'
import { outgoingCall, type Variant } from './outgoing-call.ts'
import type { Performer } from './perform-call.ts'
import type { Route } from './route.ts'

/** An operation, and what its methods are made with. */
export interface MethodKit extends Route, Performer {
  readonly config: ClientConfig
}

/** A method of a resource. Its types come from the contract, not from here. */
export type Method = (...given: readonly unknown[]) => unknown

/** Makes the method of an operation: one that answers with one JSON document, or a variant. */
export function createMethod<Value>(kit: MethodKit, variant?: Variant<Value>): Method {
  const method: Method = (...given) =>
    startCall(kit, method, (site) => outgoingCall(kit, given, site, variant))
  return method
}
