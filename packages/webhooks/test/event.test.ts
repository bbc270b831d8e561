import { eventTypes, WebhookEvent } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { eventObject, isKnownEvent, type ReceivedEvent, verifyWebhook } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''

test('every type of the models is known, and no other', () => {
  const known = eventTypes.map((type) => isKnownEvent(webhookFixture(type)))
  expect(known).toEqual(eventTypes.map(() => true))
  expect(known).toHaveLength(11)
  const other = { ...webhookFixture('webhook.test'), type: 'toString' }
  expect(isKnownEvent(other as ReceivedEvent)).toBe(false)
})

test('an event of an unknown type is delivered as it came', () => {
  const event = { ...webhookFixture('webhook.test'), type: 'link.opened', data: ['anything'] }
  const received = verifyWebhook({ ...webhookDelivery(event, { secret }), secret })
  expect(received).toEqual(event)
  expect(isKnownEvent(received)).toBe(false)
})

test('an unknown value of an enumeration is delivered as it came', () => {
  const event = webhookFixture('meeting.booked', { data: { object: { status: 'tentative' } } })
  expect(verifyWebhook({ ...webhookDelivery(event, { secret }), secret })).toEqual(event)
})

describe('the object of an event', () => {
  test('is what the event is about', () => {
    expect(eventObject(webhookFixture('meeting.booked'))?.host).toBe('Grace Hopper')
  })

  test('is null once it is gone, or its person was erased', () => {
    const gone = webhookFixture('lead.captured', { data: { object: null } })
    expect(eventObject(gone)).toBeNull()
    const erased = { ...webhookFixture('lead.captured'), data: { erased: true as const } }
    expect(eventObject(erased)).toBeNull()
  })
})

describe('the fixtures', () => {
  test('are valid by the models, every one', () => {
    const results = eventTypes.map((type) => {
      const { success, error } = WebhookEvent.safeParse(webhookFixture(type))
      return success ? type : error.message
    })
    expect(results).toEqual(eventTypes)
  })

  test('have the form that their type has on the wire', () => {
    const { data } = webhookFixture('conversation.started')
    expect(data).not.toHaveProperty('object.messages')
    expect(webhookFixture('conversation.completed')).toMatchObject({
      data: { object: { evaluation: { understood: true }, messages: [{}, {}] } },
    })
    expect(webhookFixture('lead.captured')).not.toHaveProperty('data.conversation.messages')
  })

  test('take overrides field by field, and lists whole', () => {
    const event = webhookFixture('experiment.started', {
      id: 'evt_mine',
      data: { object: { pages: ['/a'], name: undefined, winner: 'var_1' } },
    })
    expect(event).toEqual({
      ...webhookFixture('experiment.started'),
      id: 'evt_mine',
      data: {
        object: {
          ...eventObject(webhookFixture('experiment.started')),
          pages: ['/a'],
          winner: 'var_1',
        },
      },
    })
  })

  test('are made anew each time', () => {
    const first = webhookFixture('meeting.booked')
    Object.assign(eventObject(first) ?? {}, { host: 'changed' })
    expect(eventObject(webhookFixture('meeting.booked'))?.host).toBe('Grace Hopper')
  })
})
