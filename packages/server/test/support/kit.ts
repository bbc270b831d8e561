import { scopes as allScopes, type Plan, type Scope } from '@doorkit/models'
import { memoryStore } from '@doorkit/store'
import {
  type CreatedKey,
  createDoorkit,
  type Doorkit,
  type DoorkitOptions,
  type ManualClock,
  manualClock,
} from '../../src/index.ts'
import { declaredStore } from './declared-store.ts'
import { until } from './faulty-store.ts'
import { strictStore } from './strict-store.ts'

/** The moment at which every test begins. */
export const testStart = Date.UTC(2026, 9, 12, 9, 30)

/** The options that a test gives its kit. */
export interface KitOptions extends Partial<Omit<DoorkitOptions, 'clock'>> {
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
}

/** Resolves only `localhost`, so that no test depends on the name servers of the network. */
async function resolve(hostname: string): Promise<readonly string[]> {
  if (hostname === 'localhost') return ['127.0.0.1']
  throw Object.assign(new Error(`The name ${hostname} was not found.`), { code: 'ENOTFOUND' })
}

/** A server kit with a workspace, an API key and a clock that the test moves; by default in memory. */
export async function createKit({
  plan = 'apex',
  scopes = allScopes,
  ...options
}: KitOptions = {}) {
  const clock: ManualClock = manualClock(testStart)
  const store = options.store ?? memoryStore()
  const doorkit = createDoorkit({
    allowPrivateWebhooks: true,
    resolve,
    ...options,
    store: declaredStore(strictStore(store)),
    clock,
  })
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan,
  })
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Test', scopes })
  return {
    doorkit,
    clock,
    store,
    workspace,
    key,
    /** A second workspace, and a caller whose API key has all scopes. */
    async anotherWorkspace() {
      const { id } = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const otherKey = await doorkit.keys.create({
        workspace: id,
        name: 'B',
        access: 'full_access',
      })
      return { id, key: otherKey, call: caller({ doorkit, key: otherKey }) }
    },
  }
}

/** Moves the clock by a tenth of a second at each answer of the store, until a promise settles. */
export async function passTime<T>(
  { clock, doorkit }: Pick<Kit, 'clock' | 'doorkit'>,
  work: Promise<T>,
): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  await until(async () => {
    if (!isOver) clock.advance(100)
    await doorkit.ping()
    return isOver
  })
  return work
}

/** A kit with one workspace. */
export type Kit = Omit<Awaited<ReturnType<typeof createKit>>, 'anotherWorkspace'>

/** The request that {@link caller} sends. */
export interface CallOptions {
  /** Objects are sent as JSON; text and bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly secret?: string | null
}

/** Sends a request to a path below the version segment. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** Sends a request without a server. */
export function inProcess(doorkit: Pick<Doorkit, 'fetch'>): Send {
  return (path, init) => doorkit.fetch(new Request(`http://localhost/v1${path}`, init))
}

/** Returns a function that sends requests to a kit, in-process by default, with its API key. */
export function caller(
  kit: { readonly doorkit: Pick<Doorkit, 'fetch'>; readonly key: CreatedKey },
  send: Send = inProcess(kit.doorkit),
) {
  return async (method: string, path: string, options: CallOptions = {}) => {
    const { body, headers = {}, secret = kit.key.secret } = options
    const raw = typeof body === 'string' || body === undefined || body instanceof Uint8Array
    const response = await send(path, {
      method,
      headers: {
        ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: (raw ? body : JSON.stringify(body)) as RequestInit['body'],
    } as RequestInit)
    const text = await response.clone().text()
    return { response, status: response.status, headers: response.headers, text, json: parse(text) }
  }
}
export type Call = ReturnType<typeof caller>

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
