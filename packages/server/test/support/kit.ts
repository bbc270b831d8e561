import { scopes as allScopes, type Plan, type Scope } from '@doorkit/models'
import {
  createDoorkit,
  type DoorkitOptions,
  type ManualClock,
  manualClock,
} from '../../src/index.ts'
import { memoryStore } from '../../src/store/index.ts'

/** The moment at which every test begins. */
export const testStart = Date.UTC(2026, 9, 12, 9, 30)

/** What a test changes about its kit. */
export interface KitOptions extends Partial<Omit<DoorkitOptions, 'clock'>> {
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
}

/** A server kit on the memory store with a clock that the test moves, a workspace and a key. */
export async function createKit({
  plan = 'apex',
  scopes = allScopes,
  ...options
}: KitOptions = {}) {
  const clock: ManualClock = manualClock(testStart)
  const store = options.store ?? memoryStore()
  const doorkit = createDoorkit({ allowPrivateWebhooks: true, ...options, store, clock })
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan,
  })
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Test', scopes })
  return { doorkit, clock, store, workspace, key }
}
export type Kit = Awaited<ReturnType<typeof createKit>>

/** What {@link caller} sends. */
export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly secret?: string | null
}

/** Sends requests to a kit in-process, as a client with its key would. */
export function caller(kit: Kit) {
  return async (method: string, path: string, options: CallOptions = {}) => {
    const { body, headers = {}, secret = kit.key.secret } = options
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await kit.doorkit.fetch(
      new Request(`http://localhost/v1${path}`, {
        method,
        headers: {
          ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
          ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
      }),
    )
    return {
      response,
      status: response.status,
      json: await response
        .clone()
        .json()
        .catch(() => null),
    }
  }
}
