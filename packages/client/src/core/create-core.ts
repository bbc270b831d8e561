import type { WithMeta } from '../call.ts'
import type { CoreOptions } from '../client-options.ts'
import { resolveCoreOptions } from '../core-config.ts'
import { createEngine } from '../engine.ts'
import type { Method, MethodKit } from '../method.ts'
import { readingEvents } from '../read-events.ts'
import { createTransport } from '../transport.ts'
import type { CoreOperation } from './core-operation.ts'

/** Calls operations that are given to it. */
export interface Core {
  /**
   * Calls an operation: its ids, its input, its options, as the method of a client takes them. A list
   * or a stream comes as it does there; of everything else, the request is sent at once.
   */
  call<Given extends readonly unknown[], Returned>(
    operation: CoreOperation<(...given: Given) => Returned>,
    ...given: Given
  ): Returned
  /**
   * Does the same, for the document together with request id, status, headers and attempts. Lists
   * and streams have a `withMeta` of their own: call that on what `call` gives.
   */
  callWithMeta<Given extends readonly unknown[], Value>(
    operation: CoreOperation<(...given: Given) => Promise<Value> & { readonly withMeta?: never }>,
    ...given: Given
  ): Promise<WithMeta<Value>>
}

/**
 * Makes what calls single operations, for programs whose size counts: a bundle holds the operations
 * that it names and no others. Time limits, retries, idempotency keys and errors are those of a
 * client. What it leaves out: logger, middleware (a `fetch` of your own can do the same), a bound on
 * concurrency, variables of the environment, redirects (one is an error), the check of options that
 * types check, and of a key against its earlier use (the server finds that). Rate limits are read by
 * {@link readRateLimit}. Requests go through the global `fetch`, or that of the options.
 *
 * @throws DoorkitError `invalid_option` for a key, an address or a header that is not safe to use.
 */
export function createCore(options: CoreOptions): Core {
  const config = resolveCoreOptions(options)
  const perform = readingEvents(createEngine(config, { send: createTransport(config) }))

  function calling(begin: MethodKit['begin']) {
    return ({ make, ...route }: CoreOperation<unknown>, ...given: readonly unknown[]) =>
      (make as (kit: object) => Method)({ ...route, config, perform, begin })(...given) as never
  }

  return {
    call: calling(async (make) => (await perform(make())).data),
    callWithMeta: calling(async (make) => perform(make())),
  }
}
