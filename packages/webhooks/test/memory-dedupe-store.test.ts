import { expect, test } from 'vitest'
import { type DedupeClaim, type MemoryDedupeOptions, memoryDedupeStore } from '../src/index.ts'

function createStore(options: MemoryDedupeOptions = {}) {
  const clock = { now: 0 }
  const store = memoryDedupeStore({ ...options, now: () => clock.now })
  const claim = (id: string) => store.claim(id) as DedupeClaim
  const token = (id: string) => {
    const answer = claim(id)
    return answer.status === 'claimed' ? answer.token : answer.status
  }
  return { clock, store, claim, token }
}

test('a claimed event cannot be claimed again, and is done after it is completed', () => {
  const { store, claim, token } = createStore()
  const heldToken = token('evt_1')
  expect(claim('evt_1')).toEqual({ status: 'in_progress' })
  expect(claim('evt_2')).toMatchObject({ status: 'claimed' })
  store.complete('evt_1', heldToken)
  expect(claim('evt_1')).toEqual({ status: 'done' })
})

test('a handled event is forgotten after ttlMs', () => {
  const { clock, store, claim, token } = createStore({ ttlMs: 1000 })
  store.complete('evt_1', token('evt_1'))
  clock.now = 999
  expect(claim('evt_1')).toEqual({ status: 'done' })
  clock.now = 1000
  expect(claim('evt_1')).toMatchObject({ status: 'claimed' })
})

test('an unsettled claim expires, and its token settles nothing after the next claim', () => {
  const { clock, store, claim, token } = createStore({ leaseMs: 1000 })
  const first = token('evt_1')
  clock.now = 999
  expect(claim('evt_1')).toEqual({ status: 'in_progress' })
  clock.now = 1000
  const second = token('evt_1')
  store.release('evt_1', first)
  store.complete('evt_1', first)
  expect(claim('evt_1')).toEqual({ status: 'in_progress' })
  store.complete('evt_1', second)
  expect(claim('evt_1')).toEqual({ status: 'done' })
})

test('a late claimant can still settle if nobody else has claimed the event', () => {
  const { clock, store, claim, token } = createStore({ leaseMs: 1000 })
  const heldToken = token('evt_1')
  clock.now = 5000
  store.complete('evt_1', heldToken)
  expect(claim('evt_1')).toEqual({ status: 'done' })
})

test('if there are too many handled events, the least recently seen is forgotten', () => {
  const { store, claim, token } = createStore({ maxEntries: 2 })
  for (const id of ['evt_1', 'evt_2']) store.complete(id, token(id))
  expect(claim('evt_1')).toEqual({ status: 'done' })
  store.complete('evt_3', token('evt_3'))
  expect(claim('evt_1')).toEqual({ status: 'done' })
  expect(claim('evt_3')).toEqual({ status: 'done' })
  expect(claim('evt_2')).toMatchObject({ status: 'claimed' })
})

test('claims in progress are never forgotten to make room', () => {
  const { store, claim, token } = createStore({ maxEntries: 1 })
  token('evt_1')
  for (const id of ['evt_2', 'evt_3', 'evt_4']) store.complete(id, token(id))
  expect(claim('evt_1')).toEqual({ status: 'in_progress' })
})

test('settling an event that was never claimed changes nothing', () => {
  const { store, claim } = createStore()
  store.complete('evt_1', '1')
  store.release('evt_1', '1')
  expect(claim('evt_1')).toMatchObject({ status: 'claimed' })
})
