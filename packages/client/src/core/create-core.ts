import type { CoreOptions } from '../client-options.ts'
import { resolveCoreOptions } from '../core-config.ts'
import { createEngine } from '../engine.ts'
import type { Method, MethodKit } from '../method.ts'
import { createTransport } from '../transport.ts'
import type { CoreOperation } from './core-operation.ts'

type Given<Called> = Called extends (...given: infer Values) => unknown ? Values : never
type Result<Called> = Called extends (...given: never) => infer Value ? Value : never

/** Calls operations that are given to it. */
export interface Core {
  /** Calls an operation: its ids, its input, its options, as the method of a client takes them. */
  call<Called>(operation: CoreOperation<Called>, ...given: Given<Called>): Result<Called>
}

/**
 * Makes what calls single operations, for programs whose size counts: a bundle holds the operations
 * that it names and no others. Time limits, retries, idempotency keys and errors are those of a
 * client. There is no logger, no call middleware and no bound on concurrency; an own key that was used
 * for something else is refused by the server only; no redirect is followed, it is an error; and
 * requests always go through the global `fetch`, or that of the options.
 *
 * @throws DoorkitError `invalid_option` for options that cannot work, or are not safe.
 */
export function createCore(options: CoreOptions = {}): Core {
  const config = resolveCoreOptions(options)
  const perform = createEngine(config, { transport: createTransport(config) })
  return {
    call({ make, ...route }, ...given) {
      const method = (make as (kit: MethodKit) => Method)({ ...route, config, perform })
      return method(...given) as never
    },
  }
}
