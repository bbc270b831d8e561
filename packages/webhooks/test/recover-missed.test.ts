import { describe, expect, test } from 'vitest'
import { createWebhookRouter, memoryDedupeStore, recoverMissed } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''
const at = (minute: number) => new Date(Date.UTC(2026, 9, 12, 9, minute)).toISOString()
const eventAt = (minute: number) =>
  webhookFixture('meeting.booked', { id: `evt_${minute}`, created_at: at(minute) })

/** Creates a log of events, newest first, that records its queries. */
function createEventLog(minutes: number[]) {
  const queries: unknown[] = []
  const readIds: string[] = []
  let isClosed = false
  async function* list() {
    try {
      for (const event of minutes.toSorted((left, right) => right - left).map(eventAt)) {
        readIds.push(event.id)
        yield event
      }
    } finally {
      isClosed = true
    }
  }
  const listEvents = (query: { created_since: string }) => {
    queries.push(query)
    return list()
  }
  return { queries, readIds, list, listEvents, isClosed: () => isClosed }
}

test('events are handled from the given time on, oldest first', async () => {
  const log = createEventLog([1, 2, 3, 4])
  const handledIds: string[] = []
  const recovery = await recoverMissed({
    listEvents: log.listEvents,
    since: at(2),
    handle: (event) => handledIds.push(event.id),
  })
  expect(log.queries).toEqual([{ created_since: at(2) }])
  expect(handledIds).toEqual(['evt_2', 'evt_3', 'evt_4'])
  expect(recovery).toEqual({ found: 3, failed: [], resumeSince: at(4) })
})

test('reading ends, and the list is closed, at the first older event', async () => {
  const log = createEventLog([1, 2, 3, 4])
  await recoverMissed({ listEvents: log.list(), since: new Date(at(4)), handle: () => {} })
  expect(log.readIds).toEqual(['evt_4', 'evt_3'])
  expect(log.isClosed()).toBe(true)
})

test('newest first, each event is handled before the next is read', async () => {
  const log = createEventLog([1, 2, 3])
  const steps: string[] = []
  await recoverMissed({
    listEvents: log.listEvents,
    since: at(0),
    order: 'newest-first',
    handle: (event) => steps.push(`${event.id} after reading ${log.readIds.length}`),
  })
  expect(steps).toEqual(['evt_3 after reading 1', 'evt_2 after reading 2', 'evt_1 after reading 3'])
})

test('an event that fails is reported and does not stop the rest, and the next run starts at the oldest such event', async () => {
  const log = createEventLog([1, 2, 3, 4])
  const failure = new Error('no database')
  const handledIds: string[] = []
  const recovery = await recoverMissed({
    listEvents: log.listEvents,
    since: at(1),
    handle: async (event) => {
      if (event.id === 'evt_2' || event.id === 'evt_3') throw failure
      handledIds.push(event.id)
    },
  })
  expect(handledIds).toEqual(['evt_1', 'evt_4'])
  expect(recovery.failed.map(({ event, error }) => [event.id, error])).toEqual([
    ['evt_2', failure],
    ['evt_3', failure],
  ])
  expect(recovery.resumeSince).toBe(at(2))
})

test('if nothing happened, the next run starts at the same time', async () => {
  const recovery = await recoverMissed({
    listEvents: createEventLog([]).listEvents,
    since: at(2),
    handle: () => {},
  })
  expect(recovery).toEqual({ found: 0, failed: [], resumeSince: at(2) })
})

test('an event that was delivered or recovered before is not handled again', async () => {
  const handledIds: string[] = []
  const router = createWebhookRouter({
    secret,
    dedupe: memoryDedupeStore(),
    fallback: (event) => handledIds.push(event.id),
  })
  await router.receive(webhookDelivery(eventAt(2), { secret }))
  const run = () =>
    recoverMissed({
      listEvents: createEventLog([1, 2, 3]).listEvents,
      since: at(0),
      handle: (event) => router.dispatch(event),
    })
  expect(await run()).toMatchObject({ found: 3, failed: [] })
  expect(await run()).toMatchObject({ found: 3, failed: [] })
  expect(handledIds).toEqual(['evt_2', 'evt_1', 'evt_3'])
})

describe('a recovery rejects for', () => {
  test('an invalid time', async () => {
    const recovery = recoverMissed({
      listEvents: createEventLog([]).listEvents,
      since: 'last week',
      handle: () => {},
    })
    await expect(recovery).rejects.toMatchObject({ code: 'invalid_option' })
  })

  test('a list that fails', async () => {
    const listEvents = () => {
      throw new Error('no network')
    }
    const recovery = recoverMissed({ listEvents, since: at(0), handle: () => {} })
    await expect(recovery).rejects.toThrow('no network')
  })
})
