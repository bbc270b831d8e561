import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContactAttributes, ContactUpdate } from '../src/index.ts'

const accepts = (attributes: unknown): boolean => ContactAttributes.safeParse(attributes).success

const attributesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, index]))

describe('ContactAttributes', () => {
  test('accept strings, numbers, booleans, and null to remove a member', () => {
    const attributes = { plan: 'pro', seats: 4.5, trial: false, old: null, 'a.b-C_9': '' }
    expect(ContactAttributes.parse(attributes)).toEqual(attributes)
    expect(accepts({})).toBe(true)
  })

  test.each([
    ['a list', { tags: ['a'] }],
    ['an object', { address: { city: 'London' } }],
    ['a number that JSON cannot express', { seats: Number.POSITIVE_INFINITY }],
    ['NaN', { seats: Number.NaN }],
    ['undefined', { seats: undefined }],
  ])('refuse %s as a value', (_name, attributes) => {
    expect(accepts(attributes)).toBe(false)
  })

  test.each([null, [], 'a', 1, [['a', 'b']]])('refuse %j in place of an object', (attributes) => {
    expect(accepts(attributes)).toBe(false)
  })

  test('have up to 50 members', () => {
    expect(accepts(attributesOf(50))).toBe(true)
    expect(accepts(attributesOf(51))).toBe(false)
  })

  test('count the members to remove', () => {
    expect(accepts({ ...attributesOf(50), old: null })).toBe(false)
  })

  test('accept strings of up to 500 characters', () => {
    expect(accepts({ note: 'n'.repeat(500) })).toBe(true)
    expect(accepts({ note: 'n'.repeat(501) })).toBe(false)
  })

  test('accept names of 1 to 64 letters, digits, underscores, dots and hyphens', () => {
    expect(accepts({ ['k'.repeat(64)]: 1 })).toBe(true)
    const wrong = ['', 'k'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', '$where', 'a[0]']
    expect(wrong.filter((key) => accepts({ [key]: 1 }))).toEqual([])
  })

  test('accept the names that every object inherits, such as `constructor`, as own members', () => {
    const attributes = JSON.parse('{"constructor":"Acme","toString":1,"hasOwnProperty":true}')
    const parsed = ContactAttributes.parse(attributes)
    expect(Object.keys(parsed).sort()).toEqual(['constructor', 'hasOwnProperty', 'toString'])
    expect(parsed).toEqual(attributes)
  })

  test('do not let the name `__proto__` change a prototype', () => {
    const parsed = ContactAttributes.safeParse(JSON.parse('{"__proto__":{"admin":true}}'))
    expect(Object.getPrototypeOf(parsed.data ?? {})).toBe(Object.prototype)
    expect(parsed.data ?? {}).not.toHaveProperty('admin')
    expect({}).not.toHaveProperty('admin')
  })

  test('are returned unchanged', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/).filter((name) => name !== '__proto__')
    const value = fc.oneof(
      fc.string({ maxLength: 500 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { maxKeys: 50, noNullPrototype: true }),
        (attributes) => {
          expect(ContactAttributes.parse(attributes)).toEqual(attributes)
        },
      ),
    )
  })

  test('are named in the path of a validation issue', () => {
    const { error } = ContactUpdate.safeParse({ attributes: { note: [] } })
    expect(error?.issues[0]?.path).toEqual(['attributes', 'note'])
  })
})
