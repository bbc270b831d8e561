import { runBatch } from './call/batch.ts'
import { createKeyState, type KeyState } from './call/key-state.ts'
import { createMethod, type Method, type MethodKit } from './call/method.ts'
import { createPerformer } from './call/perform-call.ts'
import { createRawRequest, type SendRaw } from './call/raw-request.ts'
import type { RateLimits } from './call/request-queue.ts'
import { type ReplyKind, readRoute } from './call/route.ts'
import { type ClientOptions, givenOptions, resolveOptions } from './client-options.ts'
import type { ContractMethods } from './contract/resources/contract-methods.ts'
import { routes } from './contract/routes.ts'
import type { Present } from './errors/without-nulls.ts'
import { createListMethod } from './list/list-method.ts'
import { createSendMethod, createStreamMethod } from './stream/stream-method.ts'

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
  /**
   * Makes a call for each row: paced by the budget of the key, each under an idempotency key of its
   * own. A row that fails is reported, and the others go on.
   *
   * @throws DoorkitError the first refusal with the status 401, 402 or 403, or `aborted`
   * @example
   * ```ts
   * const { succeeded, failures } = await doorkit.batch(
   *   rows,
   *   (row, call) => doorkit.contacts.upsert(row, call),
   *   { onResult: ({ resumeToken }) => store.save(resumeToken) },
   * )
   * ```
   */
  readonly batch: typeof runBatch
  /**
   * Makes a client with other options, or another key. What is left out stays as it is here. Both send
   * through the same `fetch`, and so over the same connections. They share the budgets, the queue and the
   * memory of idempotency keys, unless `apiKey`, `baseUrl`, `clock` or `maxConcurrent` differs. Keep a
   * client for each key: one for each request would begin with new budgets.
   *
   * @throws DoorkitError `invalid_option`, also for an `apiKey` that is undefined
   * @example
   * ```ts
   * const patient = doorkit.withOptions({ timeout: 120_000, maxRetries: 5 })
   * const tenant = doorkit.withOptions({ apiKey: tenantKey, name: 'acme' })
   * ```
   */
  withOptions(options: ClientOptions): Client
  /** The budgets of the key, as the last answers gave them. */
  readonly rateLimits: RateLimits
}

/** The options that belong to what the calls under one key have in common. */
const shared = ['apiKey', 'baseUrl', 'clock', 'maxConcurrent'] as const

const makers: Readonly<Record<ReplyKind, (kit: MethodKit) => Method>> = {
  json: (kit) => createMethod(kit),
  list: createListMethod,
  stream: createSendMethod,
}

/**
 * Makes a client of one workspace. It holds no connection: nothing needs to be closed.
 *
 * @throws DoorkitError `invalid_option` for options that cannot work, or are not safe.
 */
export function createClient(options: ClientOptions = {}): Client {
  return makeClient(givenOptions(options))
}

function makeClient(options: Present<ClientOptions>, state?: KeyState): Client {
  const config = resolveOptions(options)
  const own = state ?? createKeyState(config)
  const performer = createPerformer(config, own)
  const client: Record<string, unknown> = {
    request: createRawRequest(performer),
    batch: runBatch,
    withOptions(changes: ClientOptions) {
      const changed = { ...options, ...givenOptions(changes) }
      // A tenant whose key is missing must not act with the key of this client: '' is refused.
      if ('apiKey' in changes) changed.apiKey = changes.apiKey ?? ''
      const isShared = shared.every((name) => changed[name] === options[name])
      return makeClient(changed, isShared ? own : undefined)
    },
    get rateLimits() {
      return performer.rateLimits()
    },
  }
  for (const [resource, [path, operations, prefixes]] of Object.entries(routes)) {
    const methods: Record<string, Method> = {}
    for (const [name, line] of Object.entries(operations)) {
      const { kind, ...route } = readRoute(`${resource}.${name}`, path, line, prefixes)
      const kit = { ...route, ...performer, config }
      methods[name] = makers[kind](kit)
      if (kind === 'stream') methods.stream = createStreamMethod(kit)
    }
    client[resource] = methods
  }
  // The types come from the contract, the methods from the routes: a test holds them together.
  return client as unknown as Client
}
