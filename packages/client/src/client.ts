import { resolveOptions } from './client-config.ts'
import { createClientEngine } from './client-engine.ts'
import type { ClientOptions } from './client-options.ts'
import type { ContractMethods } from './contract-methods.ts'
import { createGate, type RateLimits } from './gate.ts'
import { createListMethod } from './list-method.ts'
import { createReadMethod, type Method, type MethodKit } from './method.ts'
import { prepareCall } from './prepare-call.ts'
import { createRawRequest, type SendRaw } from './raw-request.ts'
import { readingEvents } from './read-events.ts'
import { type ReplyKind, readRoute } from './route.ts'
import { routes } from './routes.ts'
import { createSendMethod, createStreamMethod } from './stream-method.ts'
import { createWriteMethod } from './write-method.ts'

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
  /** The budgets of the key, as the last answers told them. */
  readonly rateLimits: RateLimits
}

/**
 * Makes a client of one workspace. It holds no connection: nothing needs to be closed.
 *
 * @throws DoorkitError `invalid_option` for options that cannot work, or are not safe.
 */
export function createClient(options: ClientOptions = {}): Client {
  const config = resolveOptions(options)
  const gate = createGate(config)
  const perform = readingEvents(createClientEngine(config, gate))
  const begin: MethodKit['begin'] = (make) => prepareCall(perform, make)
  const client: Record<string, unknown> = {
    request: createRawRequest(config, perform),
    get rateLimits() {
      return gate.rateLimits
    },
  }
  for (const [resource, [path, operations]] of Object.entries(routes)) {
    const methods = Object.entries(operations).map(([name, line]) => {
      const { kind, ...route } = readRoute(`${resource}.${name}`, path, line)
      return methodsOf(kind, { ...route, config, perform, begin }, name)
    })
    client[resource] = Object.assign({}, ...methods)
  }
  // The types come from the contract, the methods from the routes: a test holds them together.
  return client as unknown as Client
}

function methodsOf(kind: ReplyKind, kit: MethodKit, name: string): Record<string, Method> {
  if (kind === 'list') return { [name]: createListMethod(kit) }
  if (kind === 'stream') return { [name]: createSendMethod(kit), stream: createStreamMethod(kit) }
  const isRead = kit.operation.method === 'GET'
  return { [name]: isRead ? createReadMethod(kit) : createWriteMethod(kit) }
}
