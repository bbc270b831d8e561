import type { Ref, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import type { StoredApiKey } from '../../../src/collections/api-key.ts'
import { authenticate, readApiKeyDigest } from '../../../src/http/pipeline/authenticate-api-key.ts'
import { manualClock } from '../../../src/index.ts'
import { createBoundedMap } from '../../../src/limits/bounded-map.ts'
import type { Services } from '../../../src/services/services.ts'

const digest = 'd'.repeat(64)
const workspace = { id: 'ws_1', rev: 1, columns: {}, data: {} }

const keyOf = (changes: Partial<StoredApiKey['columns']> = {}) => ({
  id: 'key_1',
  rev: 1,
  columns: {
    workspace: 'ws_1',
    digest,
    revoked_at: null,
    expires_at: null,
    last_used_at: null,
    ...changes,
  },
  data: {},
})

/** Services with a store of one API key, and the calls that the store receives. */
function setUp(rows: Record<string, unknown> = { keys: keyOf(), workspaces: workspace }) {
  const clock = manualClock(1_000_000)
  const reads: string[] = []
  const commits: (readonly WriteOp[])[] = []
  const version: { current?: string } = {}
  const services = {
    clock,
    knownKeys: createBoundedMap(10),
    background: (work: () => Promise<void>) => void work(),
    store: {
      async list() {
        reads.push('list')
        return [rows.keys].filter(Boolean)
      },
      async get(refs: readonly Ref[]) {
        reads.push('get')
        return refs.map((ref) => rows[ref.in] ?? null)
      },
      async commit(ops: readonly WriteOp[]) {
        commits.push(ops)
      },
      version: async () => version.current,
    },
  } as unknown as Services
  return { ask: () => authenticate(services, digest), clock, rows, reads, commits, version }
}

test('there may be several spaces between the scheme and the API key', () => {
  expect(readApiKeyDigest('Bearer   dk_live_1')).toBe(readApiKeyDigest('Bearer dk_live_1'))
})

const refused = { code: 'invalid_api_key', headers: { 'WWW-Authenticate': 'Bearer' } }

test('an API key is read again, in one call, for each request if the store does not report writes', async () => {
  const { ask, reads } = setUp()
  expect(await ask()).toMatchObject({ principal: { id: 'key_1' }, workspace: { id: 'ws_1' } })
  await ask()
  expect(reads).toEqual(['list', 'get', 'get'])
})

test('an API key is read once while the store reports no writes', async () => {
  const { ask, reads, version } = setUp()
  version.current = 'a'
  await ask()
  await ask()
  expect(reads).toEqual(['list', 'get'])
  version.current = 'b'
  await ask()
  await ask()
  expect(reads).toEqual(['list', 'get', 'get'])
})

test.each([
  ['that is revoked', { keys: keyOf({ revoked_at: 1 }) }],
  ['that is gone', { keys: null }],
  ['whose workspace is gone', { workspaces: null }],
])('an API key %s is refused at the next request', async (_fate, change) => {
  const { ask, rows } = setUp()
  await ask()
  Object.assign(rows, change)
  await expect(ask()).rejects.toMatchObject(refused)
})

test('an API key works until the moment at which it expires', async () => {
  const { ask, clock } = setUp({ keys: keyOf({ expires_at: 1_000_001 }), workspaces: workspace })
  expect(await ask()).toMatchObject({ principal: { id: 'key_1' } })
  clock.advance(1)
  await expect(ask()).rejects.toMatchObject(refused)
})

test('the use of an API key is stored at most once a minute', async () => {
  const { ask, clock, rows, commits } = setUp()
  const uses = () => commits.flat().map((op) => [op.op, 'set' in op && op.set])
  await ask()
  expect(uses()).toEqual([['patch', { last_used_at: 1_000_000 }]])
  rows.keys = keyOf({ last_used_at: 1_000_000 })
  clock.advance(59_999)
  await ask()
  expect(uses()).toHaveLength(1)
  clock.advance(1)
  await ask()
  expect(uses()[1]).toEqual(['patch', { last_used_at: 1_060_000 }])
})
