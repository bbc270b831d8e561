import { setImmediate } from 'node:timers/promises'
import type { Plan } from '@doorkit/models'
import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { caller, createKit } from '../../support/kit.ts'

const plans = { origin: { requests_per_minute: 2 }, apex: { requests_per_minute: 5 } } as const

async function setUp(plan: Plan) {
  const kit = await createKit({ store: memoryStore(), plan, plans })
  const call = caller(kit)
  const get = async () => {
    const { status, headers } = await call('GET', '/me')
    return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
  }
  const change = (changes: object) => kit.doorkit.workspaces.update(kit.workspace.id, changes)
  return { get, change }
}

test('after an upgrade an API key has the limit of the new plan immediately', async () => {
  const { get, change } = await setUp('origin')
  expect([await get(), await get(), await get()]).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
  ])
  await change({ plan: 'apex' })
  expect(await get()).toEqual([200, '5', '2'])
})

test('after a downgrade an API key is refused immediately, and its request is not counted', async () => {
  const { get, change } = await setUp('apex')
  for (let calls = 0; calls < 3; calls += 1) await get()
  await change({ plan: 'origin' })
  expect(await get()).toEqual([429, '2', '0'])
  await change({ plan: 'apex' })
  expect(await get()).toEqual([200, '5', '1'])
})

test('a request that is refused for a missing card is not counted', async () => {
  const { get, change } = await setUp('apex')
  expect(await get()).toEqual([200, '5', '4'])
  await change({ billing: 'card_required' })
  expect(await get()).toEqual([402, '5', '4'])
  expect(await get()).toEqual([402, '5', '4'])
  await change({ billing: 'active' })
  expect(await get()).toEqual([200, '5', '3'])
})

test('a GET does not look up an idempotency key', async () => {
  const memory = memoryStore()
  const reads: string[] = []
  const kit = await createKit({
    store: {
      ...memory,
      get(refs) {
        reads.push(...refs.map((ref) => ref.in))
        return memory.get(refs)
      },
    },
  })
  const call = caller(kit)
  const headers = { 'Idempotency-Key': 'k1' }
  for (let calls = 0; calls < 2; calls += 1) {
    expect((await call('GET', '/contacts', { headers })).status).toBe(200)
  }
  expect(reads).not.toContain('idempotency')
  await call('POST', '/contacts', { headers, body: { email: 'ada@example.com' } })
  expect(reads).toContain('idempotency')
})

test('the kit does not close its store before the prefetch of a refused request has been answered', async () => {
  const memory = memoryStore()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let [isHeld, isClosed] = [false, false]
  const { doorkit, key, workspace } = await createKit({
    store: {
      ...memory,
      async consume(query) {
        if (isHeld) await answered
        return memory.consume(query)
      },
      async close() {
        isClosed = true
        await memory.close()
      },
    },
  })
  const call = caller({ doorkit, key })
  expect((await call('GET', '/me')).status).toBe(200)
  isHeld = true
  await doorkit.keys.revoke({ workspace: workspace.id, id: key.id })
  expect((await call('GET', '/me')).status).toBe(401)
  const closing = doorkit.close()
  for (let tick = 0; tick < 20; tick += 1) await setImmediate()
  expect(isClosed).toBe(false)
  answer()
  await closing
  expect(isClosed).toBe(true)
})
