import { type ApiKeyState, createApiKeyState } from './call/api-key-state.ts'
import { runBatch } from './call/batch.ts'
import type { ClientConfig } from './call/client-config.ts'
import { createMethod, type Method, type MethodParts } from './call/method.ts'
import { createPerformer } from './call/perform-call.ts'
import { createRawRequest, type SendRaw } from './call/raw-request.ts'
import type { RateLimits } from './call/request-queue.ts'
import { type ReplyKind, readRoute } from './call/route.ts'
import { type ClientOptions, givenOptions, resolveOptions } from './client-options.ts'
import type { ContractMethods } from './contract/resources/contract-methods.ts'
import { routes } from './contract/routes.ts'
import { noteCallSite } from './errors/call-site.ts'
import { DoorkitError, describeClient } from './errors/doorkit-error.ts'
import type { WithoutNulls } from './errors/without-nulls.ts'
import { createListMethod } from './list/list-method.ts'
import { chatTimeoutMs, createStreamMethod } from './stream/stream-method.ts'

/** The operations of the workspace API, resource by resource. */
export interface Client extends ContractMethods {
  /**
   * Sends any request with the retries, limits and errors of the other methods. Use it for operations
   * that have no method yet.
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
   * Makes a call for each row, each with its own idempotency key, no faster than the budget of the API
   * key allows. A row that fails is reported, and the batch continues.
   *
   * @throws DoorkitError the first refusal with the status 401, 402 or 403; `aborted`; `invalid_option`
   *   for a wrong `concurrency`; `invalid_argument` for a token that is not from a batch. An error of
   *   `rows` or `onResult`, and one of `work` that is not a DoorkitError, also ends the batch.
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
   * Creates a client with other options, or another API key. Options that are left out stay the same.
   * Unless you pass another `fetch`, both clients use the same connections. They share budgets, queue and
   * known idempotency keys, unless `apiKey`, `baseUrl`, `clock` or `maxConcurrent` differs. Keep one
   * client for each API key: a new client for every request would not know how much of the budget is
   * used.
   *
   * @throws DoorkitError `invalid_option`, for example for an `apiKey` that is undefined
   * @example
   * ```ts
   * const slow = doorkit.withOptions({ timeout: 120_000, maxRetries: 5 })
   * const acme = doorkit.withOptions({ apiKey: acmeKey, name: 'acme' })
   * ```
   */
  withOptions(options: ClientOptions): Client
  /** The budgets of the API key, as the latest answers reported them. */
  readonly rateLimits: RateLimits
}

/** Clients that differ in one of these options do not share the state of an API key. */
const stateOptions = ['apiKey', 'baseUrl', 'clock', 'maxConcurrent'] as const

const methodFactories: Readonly<Record<ReplyKind, (parts: MethodParts) => Method>> = {
  json: createMethod,
  list: createListMethod,
  stream: (parts) =>
    createMethod(parts, { fixedMembers: { stream: false }, timeoutMs: chatTimeoutMs }),
}

/**
 * Creates a client of one workspace. It opens no connections of its own, so nothing needs to be closed.
 *
 * @throws DoorkitError `invalid_option` for invalid or unsafe options.
 */
export function createClient(options: ClientOptions = {}): Client {
  return makeClient(givenOptions(options), createClient)
}

/** Checks the options of a client. An error names the client, and its stack shows who called `method`. */
function configOf(options: WithoutNulls<ClientOptions>, method: object): ClientConfig {
  try {
    return resolveOptions(options)
  } catch (error) {
    if (error instanceof DoorkitError) describeClient(error, options.name, noteCallSite(method))
    throw error
  }
}

function makeClient(
  options: WithoutNulls<ClientOptions>,
  method: object,
  state?: ApiKeyState,
): Client {
  const config = configOf(options, method)
  const ownState = state ?? createApiKeyState(config)
  const performer = createPerformer(config, ownState)
  const client: Record<string, unknown> = {
    request: createRawRequest(performer),
    batch: runBatch,
    withOptions: function withOptions(changes: ClientOptions) {
      const changedOptions = { ...options, ...givenOptions(changes) }
      // An API key that is undefined must not fall back to the API key of this client: '' is refused.
      if ('apiKey' in changes) changedOptions.apiKey = changes.apiKey ?? ''
      const isShared = stateOptions.every((name) => changedOptions[name] === options[name])
      return makeClient(changedOptions, withOptions, isShared ? ownState : undefined)
    },
    get rateLimits() {
      return performer.rateLimits()
    },
  }
  for (const [resource, [path, operations, prefixes]] of Object.entries(routes)) {
    const methods: Record<string, Method> = {}
    for (const [name, line] of Object.entries(operations)) {
      const { kind, ...route } = readRoute(`${resource}.${name}`, path, line, prefixes)
      const parts = { ...route, ...performer, config }
      methods[name] = methodFactories[kind](parts)
      if (kind === 'stream') methods.stream = createStreamMethod(parts)
    }
    client[resource] = methods
  }
  // The types come from the contract, the methods from the routes: a test compares them.
  return client as unknown as Client
}
