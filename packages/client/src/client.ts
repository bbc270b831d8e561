import { resolveOptions } from './client-config.ts'
import type { ClientOptions } from './client-options.ts'
import type { ContractMethods } from './contract-methods.ts'
import { createEngine } from './engine.ts'
import { createListMethod } from './list-method.ts'
import { createMethod, type Method, type MethodKit, methodKit } from './method.ts'
import { createRawRequest, type SendRaw } from './raw-request.ts'
import { routes } from './routes.ts'
import { createStreamMethod } from './stream-method.ts'

/** The operations of the workspace API, resource by resource. */
export interface Client extends ContractMethods {
  /**
   * Sends any request with the retries, limits and errors of the methods: for what they do not
   * know yet.
   *
   * @throws DoorkitError `invalid_argument`, or any other {@link DoorkitErrorCode}
   * @example
   * ```ts
   * const contact = await doorkit.request<{ id: string }>({
   *   method: 'POST',
   *   path: '/contacts',
   *   body: { email: 'ada@example.com' },
   * })
   * console.log(contact.id)
   * ```
   */
  readonly request: SendRaw
}

/**
 * Makes a client of one workspace. It holds no connection: nothing needs to be closed.
 *
 * @throws DoorkitError `invalid_option` for options that cannot work, or are not safe.
 */
export function createClient(options: ClientOptions = {}): Client {
  const config = resolveOptions(options)
  const perform = createEngine(config)
  const resources = Object.entries(routes).map(([resource, operations]) => {
    const methods = Object.entries(operations).flatMap(([name, route]) =>
      methodsOf(methodKit(`${resource}.${name}`, route, config, perform), name),
    )
    return [resource, Object.fromEntries(methods)] as const
  })
  const client = { ...Object.fromEntries(resources), request: createRawRequest(config, perform) }
  // The types come from the contract, the methods from the routes: a test holds them together.
  return client as unknown as Client
}

function methodsOf(kit: MethodKit, name: string): (readonly [string, Method])[] {
  if (kit.route.kind === 'list') return [[name, createListMethod(kit)]]
  const method = [name, createMethod(kit)] as const
  return kit.route.kind === 'stream' ? [method, ['stream', createStreamMethod(kit)]] : [method]
}
