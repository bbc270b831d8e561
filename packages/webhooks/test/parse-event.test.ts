import { eventTypes, WebhookEvent as SentEvent } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import {
  signWebhook,
  verifyWebhook,
  verifyWebhookSignature,
  type WebhookEvent,
} from '../src/index.ts'
import { type TestEvent, webhookDelivery, webhookFixture } from '../src/testing.ts'
import { codeOf } from './code-of.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''
const receive = (event: TestEvent) =>
  verifyWebhook({ ...webhookDelivery(event, { secret }), secret })

test('an event of each type of the models is returned as it was sent', () => {
  const events = eventTypes.map((type) => receive(webhookFixture(type)))
  expect(events).toEqual(eventTypes.map((type) => webhookFixture(type)))
  expect(events).toHaveLength(15)
})

test('an event of a type that the package does not know has the type unknown, with the original as raw', () => {
  for (const type of ['link.opened', 'toString', 'unknown']) {
    const sentEvent = { ...webhookFixture('webhook.test'), type, data: ['anything'] }
    const event = receive(sentEvent)
    expect(event).toEqual({ ...sentEvent, type: 'unknown', raw: sentEvent })
    // A received event can be delivered again unchanged.
    expect(receive(event)).toEqual(event)
  }
})

test('an event of a known type is refused if its data is not an object', () => {
  for (const data of [null, 'text', []]) {
    const sentEvent = { ...webhookFixture('webhook.test'), data }
    expect(codeOf(() => receive(sentEvent))).toBe('payload_not_event')
  }
})

test('an unknown value of an enumeration is returned unchanged', () => {
  const event = webhookFixture('meeting.booked', { data: { object: { status: 'tentative' } } })
  expect(receive(event)).toEqual(event)
})

test('a signed body whose id is not the webhook-id is refused', () => {
  const event = webhookFixture('meeting.booked')
  const { body } = webhookDelivery(event, { secret })
  const headers = signWebhook({ id: 'evt_other', body, secret })
  expect(codeOf(() => verifyWebhook({ body, headers, secret }))).toBe('payload_id_mismatch')
  expect(verifyWebhookSignature({ body, headers, secret }).id).toBe('evt_other')
})

test('a body with a byte order mark is not JSON, as bytes or as text', () => {
  const event = webhookFixture('meeting.booked')
  const body = `\uFEFF${JSON.stringify(event)}`
  const headers = signWebhook({ id: event.id, body, secret })
  for (const form of [body, Buffer.from(body)]) {
    const code = codeOf(() => verifyWebhook({ body: form, headers, secret }))
    expect(code).toBe('payload_not_json')
  }
})

describe('the object of an event', () => {
  const hostOf = (event: WebhookEvent) =>
    event.type === 'meeting.booked' ? event.data.object?.host : 'another event'

  test('has the fields that were sent', () => {
    expect(hostOf(receive(webhookFixture('meeting.booked')))).toBe('Grace Hopper')
  })

  test('is null if it was deleted, and undefined if its person was erased', () => {
    const gone = receive(webhookFixture('lead.captured', { data: { object: null } }))
    expect(gone).toHaveProperty('data.object', null)
    const erased = receive({ ...webhookFixture('lead.captured'), data: { erased: true } })
    expect(erased.data).toEqual({ erased: true })
    expect(hostOf({ ...webhookFixture('meeting.booked'), data: { erased: true } })).toBeUndefined()
  })
})

describe('the fixtures', () => {
  test('all match the models', () => {
    const results = eventTypes.map((type) => {
      const { success, error } = SentEvent.safeParse(webhookFixture(type))
      return success ? type : error.message
    })
    expect(results).toEqual(eventTypes)
  })

  test('have messages only where the API sends messages', () => {
    const withMessages = eventTypes.filter((type) =>
      JSON.stringify(webhookFixture(type)).includes('"messages":[{'),
    )
    expect(withMessages).toEqual([
      'handoff.requested',
      'conversation.completed',
      'handoff.unanswered',
    ])
  })

  test('accept overrides field by field, and replace lists as a whole', () => {
    const event = webhookFixture('experiment.started', {
      id: 'evt_mine',
      data: { object: { pages: ['/a'], name: undefined, winner: 'var_1' } },
    })
    expect(event).toEqual({
      ...webhookFixture('experiment.started'),
      id: 'evt_mine',
      data: {
        object: {
          ...webhookFixture('experiment.started').data.object,
          pages: ['/a'],
          winner: 'var_1',
        },
      },
    })
  })

  test('are created anew each time', () => {
    const first = webhookFixture('meeting.booked')
    Object.assign(first.data.object ?? {}, { host: 'changed' })
    expect(webhookFixture('meeting.booked').data.object?.host).toBe('Grace Hopper')
  })
})
