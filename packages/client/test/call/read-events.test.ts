import { describe, expect, test } from 'vitest'
import { metaOf } from '../../src/index.ts'
import { validateResponses } from '../../src/validate/index.ts'
import { clientOver } from '../support/client-over.ts'

const event = (type: string, data: unknown) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created_at: '2026-10-12T09:00:00.000Z',
  api_version: '2026-10-12',
  data,
})
const reference = { id: 'mtg_1', object: 'meeting' }
const unknownEvent = event('link.opened', { link: 'lnk_1' })
const sentEvents = [event('meeting.booked', { object: reference }), unknownEvent]
const readEvents = [
  event('meeting.booked', { reference }),
  { ...unknownEvent, type: 'unknown', raw: unknownEvent },
]

const page = { object: 'list', data: sentEvents, has_more: false, next_cursor: null }
const answering = (answer: object) => async () => Response.json(answer)

describe('an event that the client reads', () => {
  test('has the shape of an event in a webhook if it comes from a list', async () => {
    const { events } = clientOver(answering(page))
    expect(await events.list().toArray({ limit: 5 })).toEqual(readEvents)
    expect(await events.list()).toEqual({ ...page, data: readEvents })
  })

  test('has that shape too if it is fetched alone, and metaOf knows its answer', async () => {
    const got = await clientOver(answering(unknownEvent)).events.get('evt_1')
    expect(got).toEqual(readEvents[1])
    expect(metaOf(got)?.status).toBe(200)
  })

  test('is compared with the contract as it was sent', async () => {
    const middleware = [validateResponses({ mode: 'throw' })]
    const { events } = clientOver(answering(page), { middleware })
    expect(await events.list().toArray({ limit: 5 })).toEqual(readEvents)
  })

  test('may be null in a page', async () => {
    const pageWithNull = { ...page, data: [null, ...sentEvents] }
    expect(await clientOver(answering(pageWithNull)).events.list()).toEqual({
      ...pageWithNull,
      data: [null, ...readEvents],
    })
  })

  test('is not changed by a raw request', async () => {
    const client = clientOver(answering(unknownEvent))
    expect(await client.request({ method: 'GET', path: '/events/evt_1' })).toEqual(unknownEvent)
  })

  test('stays an id in the answer of a redelivery', async () => {
    const redelivery = { object: 'event_redelivery', event: 'evt_1', deliveries: 2 }
    expect(await clientOver(answering(redelivery)).events.redeliver('evt_1')).toEqual(redelivery)
  })
})
