import { api } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createInputReader, readJson, toParam } from '../../../src/http/pipeline/read-input.ts'

const openReader = () =>
  createInputReader({
    summary: 'Change a thing.',
    method: 'PATCH',
    path: '/things/{id}',
    scope: 'none',
    cost: 'standard',
    params: { id: z.string().regex(/^th_\w+$/) },
    query: z.strictObject({
      name: z.string().optional(),
      most: z.number().optional(),
      open: z.boolean().optional(),
      expand: z.array(z.enum(['a', 'b'])).optional(),
    }),
    body: z.strictObject({
      email: z.string(),
      visitor: z.strictObject({ age: z.int() }).optional(),
    }),
    reply: { kind: 'json', status: 200, schema: z.object({}) },
  } as Parameters<typeof createInputReader>[0])

/** Returns the input that a refusal names, and the reason. */
function catchRefusal(read: () => unknown): readonly [unknown, string] {
  try {
    read()
  } catch (error) {
    const { param, message } = error as Error & { readonly param?: string }
    return [param, message]
  }
  throw new Error('The input was accepted.')
}

test('each parameter is read as the type that its operation declares', () => {
  expect(openReader().query('')).toEqual({})
  expect(openReader().query('?name=7&most=-7&open=true')).toEqual({
    name: '7',
    most: -7,
    open: true,
  })
  expect(openReader().query('?open=false&expand=a&expand[]=b')).toEqual({
    open: false,
    expand: ['a', 'b'],
  })
})

test.each([
  ['?nothing=1', 'nothing', 'This operation has no parameter `nothing`.'],
  ['?expand[]a=a', 'expand[]a', 'This operation has no parameter `expand[]a`.'],
  ['?exp[]and=a', 'exp[]and', 'This operation has no parameter `exp[]and`.'],
  ['?name=a&name=b', 'name', 'The parameter `name` is given more than once.'],
  ['?name=', 'name', 'The parameter `name` is empty: leave it out instead.'],
  ['?most=', 'most', 'The parameter `most` is empty: leave it out instead.'],
  ['?name=%00', 'name', '`name` cannot contain U+0000 or half of a surrogate pair.'],
  ['?most=1.5', 'most', '`most` is not a whole number.'],
  ['?open=1', 'open', '`open` is not true or false.'],
  ['?expand=a&expand=c', 'expand', '`expand` must be `a` or `b`.'],
])('the query %s is refused with the parameter and the reason', (search, param, detail) => {
  expect(catchRefusal(() => openReader().query(search))).toEqual([param, detail])
})

test.each([
  ['', 'email', 'The field `email` is required.'],
  ['{"email":null}', 'email', '`email` must be a string.'],
  ['{"email":"","visitor":{}}', 'visitor.age', 'The field `visitor.age` is required.'],
  ['{"email":"","age":3}', 'age', 'This operation has no field `age`.'],
])('the body %s is refused with the field and the reason', (text, param, detail) => {
  expect(catchRefusal(() => openReader().body(text))).toEqual([param, detail])
})

test('a text that is not an id is not found', () => {
  expect(openReader().path({ id: 'th_1' })).toEqual({ id: 'th_1' })
  expect(() => openReader().path({ id: 'th_\0' })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
})

test('a path without ids is always accepted', () => {
  const { path } = createInputReader(api.me.get)
  expect(path({})).toEqual({})
})

/** A body that is nested this deep. It contains an escape, so that its depth is checked. */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}"\\u0041"${'}'.repeat(depth)}`

describe('the JSON of a body', () => {
  test('a body with escaped characters may be nested at most 32 levels deep', () => {
    expect(JSON.stringify(readJson(nested(32)))).toBe(nested(32).replace('\\u0041', 'A'))
    expect(() => readJson(nested(33))).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: Array(33).fill('a').join('.') }),
    )
    const plain = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`
    expect(JSON.stringify(readJson(plain))).toBe(plain)
  })

  test('an empty body has no fields', () => {
    expect(readJson('')).toEqual({})
  })

  test.each([
    ['a value', '{"a":"\\u0000"}', 'a'],
    ['a value in a list', '{"a":["x",{"b":"\\ud800"}]}', 'a[1].b'],
    ['a member name', '{"a\\udfff":1}', 'a\udfff'],
    ['a member name of a nested object', '{"a":{"\\u0000":null}}', 'a.\0'],
    ['the member name __proto__', '{"a":{"__proto__":{}}}', 'a.__proto__'],
  ])('unsafe text is refused as %s', (_place, text, param) => {
    expect(() => readJson(text)).toThrow(
      expect.objectContaining({ code: 'invalid_request', param }),
    )
  })

  test('whole characters may be written as escapes', () => {
    const text = '{"a":["\\ud83d\\ude00",7,null,true],"b":{}}'
    expect(readJson(text)).toEqual({ a: ['😀', 7, null, true], b: {} })
  })

  test.each(['7', '"text"', 'null', '[]'])('%s is not a body', (text) => {
    expect(() => readJson(text)).toThrow('The body is not a JSON object.')
  })

  test('invalid JSON is reported as such', () => {
    expect(() => readJson('{')).toThrow('The body is not valid JSON.')
  })
})

test('a body with more members than any operation accepts is refused before any member is checked', () => {
  const crowd = (length: number) =>
    JSON.stringify({ email: 'a@example.com', attributes: Object.fromEntries(names(length)) })
  const names = (length: number) => Array.from({ length }, (_, index) => [`key${index}`, {}])
  expect(readJson(crowd(1_000))).toHaveProperty('attributes')
  expect(() => readJson(crowd(1_001))).toThrow(
    expect.objectContaining({ code: 'invalid_request', param: 'attributes' }),
  )
  expect(() => readJson(JSON.stringify({ pages: Array(1_001).fill('\0') }))).toThrow(
    expect.objectContaining({ param: 'pages' }),
  )
})

test('a path is written in the form in which problems name inputs', () => {
  const cases = [
    [[], ''],
    [['limit'], 'limit'],
    [['buttons', 0, 'label'], 'buttons[0].label'],
    [['events', 1], 'events[1]'],
    [['visitor', 'email'], 'visitor.email'],
    [['a', 0, 1, 'b'], 'a[0][1].b'],
    [['attributes', 'a.b'], 'attributes.a.b'],
  ] as const
  for (const [path, text] of cases) expect.soft(toParam(path)).toBe(text)
  expect(cases).toHaveLength(7)
})

test('a very long path is cut', () => {
  expect(toParam(['x'.repeat(200)])).toBe('x'.repeat(200))
  expect(toParam(['x'.repeat(1_000)])).toBe(`${'x'.repeat(200)}…`)
})
