import { describe, expect, test } from 'vitest'
import {
  API_VERSION,
  eventEnvelope,
  eventTable,
  eventTypes,
  isEventType,
  WebhookEvent,
} from '../src/index.ts'
import { readEvent } from '../src/read-event.ts'
import { webhookEventSchemas } from '../src/resources/webhook-event.ts'
import { eventTypeTable } from './contract-tables.ts'
import { exampleOfData } from './examples/index.ts'

const envelope = (type: (typeof eventTypes)[number], data: unknown) =>
  eventEnvelope({ id: 'evt_1', type, createdAt: '2026-11-02T09:30:00.000Z', data })

describe('the event table', () => {
  test('has the fifteen types of the API, in its order', () => {
    expect(eventTypes).toEqual(eventTypeTable.map(([type]) => type))
    expect(eventTypes).toHaveLength(15)
  })

  test('says when each type is sent, in a text of its own', () => {
    const texts = Object.values(eventTable).map(({ when }) => when)
    for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/)
    expect(new Set(texts).size).toBe(15)
  })

  test('accepts the data of each type, with an object of the documented kind', () => {
    let checked = 0
    for (const [type = '', object = ''] of eventTypeTable) {
      if (!isEventType(type)) throw new Error(`${type} is not an event type.`)
      const data = exampleOfData[type]
      expect(eventTable[type].data.safeParse(data).success, type).toBe(true)
      if (object !== '') expect(data.object, type).toHaveProperty('object', object)
      checked += 1
    }
    expect(checked).toBe(15)
  })
})

const validData = (type: (typeof eventTypes)[number]): unknown[] => [
  exampleOfData[type],
  // The event of a deletion names the deleted object itself, which is never null.
  ...(type.endsWith('.deleted') ? [] : [{ ...exampleOfData[type], object: null }]),
  { erased: true },
]

describe('the schemas of events', () => {
  test('accept the data of each type, of objects that are gone, and of erased people', () => {
    let accepted = 0
    for (const type of eventTypes) {
      for (const data of validData(type)) {
        const event = envelope(type, data)
        expect(webhookEventSchemas[type].parse(event), type).toEqual(event)
        expect(WebhookEvent.parse(event), type).toEqual(event)
        accepted += 1
      }
    }
    expect(accepted).toBe(43)
  })

  test('accept a reference in the log, and not in a webhook', () => {
    let accepted = 0
    for (const type of eventTypes) {
      const event = envelope(type, { object: { id: 'ct_1', object: 'contact' } })
      expect(WebhookEvent.parse(event), type).toEqual(event)
      expect(webhookEventSchemas[type].safeParse(event).success, type).toBe(false)
      accepted += 1
    }
    expect(accepted).toBe(15)
  })

  test('refuse the data of another type', () => {
    const event = envelope('meeting.booked', exampleOfData['handoff.requested'])
    expect(webhookEventSchemas['meeting.booked'].safeParse(event).success).toBe(false)
  })

  test('refuse a type that does not exist', () => {
    const event = { ...envelope('meeting.booked', { erased: true }), type: 'meeting.moved' }
    expect(WebhookEvent.safeParse(event).success).toBe(false)
  })

  test('keep only the mark of an erasure', () => {
    const event = envelope('lead.captured', { erased: true, ...exampleOfData['lead.captured'] })
    expect(WebhookEvent.parse(event).data).toEqual({ erased: true })
  })
})

describe('an event that is read', () => {
  const read = (event: { type: string; data?: unknown }) => {
    readEvent(event)
    return event
  }

  test('of a known type stays as it was sent, with its object, with null, and erased', () => {
    for (const type of eventTypes) {
      for (const data of validData(type)) {
        expect(read(envelope(type, data))).toEqual(envelope(type, data))
      }
    }
  })

  test('of an unknown type gets the type `unknown`, and the sent event as `raw`', () => {
    for (const type of ['link.opened', 'toString', '', 'unknown']) {
      const sent = { ...envelope('webhook.test', ['anything']), type }
      const event = read({ ...sent })
      expect(event).toEqual({ ...sent, type: 'unknown', raw: sent })
      expect(read({ ...event })).toEqual(event)
    }
  })

  test('with only the id and kind of its object has a reference', () => {
    const reference = { id: 'mtg_1', object: 'meeting' }
    const event = read(envelope('meeting.booked', { object: reference }))
    expect(event.data).toEqual({ reference })
    expect(read(event).data).toEqual({ reference })
  })
})

describe('eventEnvelope', () => {
  test('writes the version of the API', () => {
    expect(envelope('webhook.test', { erased: true })).toEqual({
      id: 'evt_1',
      object: 'event',
      type: 'webhook.test',
      created_at: '2026-11-02T09:30:00.000Z',
      api_version: API_VERSION,
      data: { erased: true },
    })
  })
})

describe('isEventType', () => {
  test('distinguishes types from other strings', () => {
    expect(eventTypes.every(isEventType)).toBe(true)
    expect(['*', '', 'lead', 'constructor', '__proto__'].filter(isEventType)).toEqual([])
  })
})
