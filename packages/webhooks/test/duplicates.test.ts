import { describe, expect, test } from 'vitest'
import { type DedupeStore, memoryDedupeStore } from '../src/index.ts'
import { answer, createGate, createRecordingRouter, delivery } from './recording-router.ts'

describe('duplicates', () => {
  test('of a handled delivery are answered 200 and not handled', async () => {
    const { router, notes } = createRecordingRouter({ dedupe: memoryDedupeStore() })
    const replies = [await router.receive(delivery), await router.receive(delivery)]
    expect(replies).toEqual([
      answer(200, { received: true }),
      answer(200, { received: true, duplicate: true }),
    ])
    expect(notes).toEqual(['fallback meeting.booked'])
  })

  test('run the handler exactly once if a hundred arrive at the same time', async () => {
    const { router, notes } = createRecordingRouter({ dedupe: memoryDedupeStore() })
    const gate = createGate()
    router.on('meeting.booked', async () => {
      notes.push('handled')
      await gate.opened
    })
    const storm = Array.from({ length: 100 }, () => router.receive(delivery))
    const earlyReplies = await Promise.all(storm.slice(1))
    expect(earlyReplies.map(({ status }) => status)).toEqual(Array.from({ length: 99 }, () => 409))
    gate.open()
    expect(await storm[0]).toEqual(answer(200, { received: true }))
    expect(notes).toEqual(['handled'])
    expect((await router.receive(delivery)).status).toBe(200)
    expect(notes).toEqual(['handled'])
  })

  test('of a failed delivery are handled', async () => {
    const { router, notes } = createRecordingRouter({ dedupe: memoryDedupeStore() })
    const outcomes = [new Error('first attempt'), undefined]
    router.on('meeting.booked', () => {
      notes.push('handled')
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    })
    const statuses = [await router.receive(delivery), await router.receive(delivery)].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([500, 200])
    expect(notes).toEqual(['handled', 'error Error: first attempt', 'handled'])
  })

  test('are recognized by webhook-id, and a delivery that does not verify claims nothing', async () => {
    const ids: string[] = []
    const memory = memoryDedupeStore()
    const dedupe: DedupeStore = {
      ...memory,
      claim: (id) => {
        ids.push(id)
        return memory.claim(id)
      },
    }
    const { router } = createRecordingRouter({ dedupe })
    await router.receive({ ...delivery, body: '' })
    await router.receive(delivery)
    expect(ids).toEqual([delivery.headers['webhook-id']])
  })

  test('cannot be recognized while the store fails, so the delivery is answered 500 and not handled', async () => {
    const dedupe = { ...memoryDedupeStore(), claim: () => Promise.reject(new Error('store down')) }
    const { router, notes } = createRecordingRouter({ dedupe })
    expect((await router.receive(delivery)).status).toBe(500)
    expect(notes).toEqual(['error Error: store down'])
  })
})

test('a store that fails to release does not hide why the handler failed', async () => {
  const dedupe = {
    ...memoryDedupeStore(),
    release: () => Promise.reject(new Error('store down')),
  }
  const { router, notes } = createRecordingRouter({ dedupe })
  router.on('meeting.booked', () => {
    throw new Error('the reason')
  })
  expect((await router.receive(delivery)).status).toBe(500)
  expect(notes).toEqual(['error Error: the reason'])
})
