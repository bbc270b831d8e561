import type { Plan } from '@doorkit/models'
import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/store.ts'
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

test('a key whose plan was raised passes at once, by the limit of the new plan', async () => {
  const { get, change } = await setUp('origin')
  expect([await get(), await get(), await get()]).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
  ])
  await change({ plan: 'apex' })
  expect(await get()).toEqual([200, '5', '2'])
})

test('a key whose plan was lowered is refused at once, and is not counted', async () => {
  const { get, change } = await setUp('apex')
  for (let calls = 0; calls < 3; calls += 1) await get()
  await change({ plan: 'origin' })
  expect(await get()).toEqual([429, '2', '0'])
  await change({ plan: 'apex' })
  expect(await get()).toEqual([200, '5', '1'])
})

test('a request that must be paid for first is not counted', async () => {
  const { get, change } = await setUp('apex')
  expect(await get()).toEqual([200, '5', '4'])
  await change({ billing: 'card_required' })
  expect(await get()).toEqual([402, '5', '4'])
  expect(await get()).toEqual([402, '5', '4'])
  await change({ billing: 'active' })
  expect(await get()).toEqual([200, '5', '3'])
})
