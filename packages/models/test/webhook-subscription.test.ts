import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventType, eventTypes, WebhookSubscription } from '../src/index.ts'

const accepts = (types: unknown): boolean => WebhookSubscription.safeParse(types).success

describe('WebhookSubscription', () => {
  test('accepts any choice of event types, each once', () => {
    fc.assert(
      fc.property(fc.subarray([...eventTypes], { minLength: 1 }), (types) => {
        expect(WebhookSubscription.parse(types)).toEqual(types)
      }),
    )
  })

  test('accepts all fifteen types, and each of them alone', () => {
    expect(accepts(eventTypes)).toBe(true)
    expect(eventTypes.filter((type) => accepts([type]))).toHaveLength(15)
  })

  test('accepts the star alone', () => {
    expect(accepts(['*'])).toBe(true)
  })

  test('refuses the star together with a type', () => {
    expect(accepts(['*', 'lead.captured'])).toBe(false)
    expect(accepts(['lead.captured', '*'])).toBe(false)
  })

  test('refuses a type that is named twice', () => {
    fc.assert(
      fc.property(
        fc.subarray([...eventTypes], { minLength: 1 }),
        fc.nat(),
        (types: EventType[], position) => {
          const again = types[position % types.length]
          return !accepts([...types, again])
        },
      ),
    )
    expect(accepts(['*', '*'])).toBe(false)
  })

  test('refuses an empty list', () => {
    expect(accepts([])).toBe(false)
  })

  test.each([['lead.*'], ['lead'], [''], ['LEAD.CAPTURED'], ['constructor']])(
    'refuses %j, which is not an event type',
    (type) => {
      expect(accepts([type])).toBe(false)
    },
  )

  test.each(['*', 'lead.captured', null, {}, { 0: '*' }])(
    'refuses %j, which is not a list',
    (value) => {
      expect(accepts(value)).toBe(false)
    },
  )
})
