import { type CallSite, noteCallSite } from '../errors/call-site.ts'
import { describeCall, isUndescribed } from '../errors/doorkit-error.ts'
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
  const method: Method = (...given) => {
    const site = noteCallSite(method)
    const call = prepare(kit, site, () => outgoingCall(kit, given, site, variant))
    return startCall(call, kit)
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
