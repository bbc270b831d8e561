import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createInputReader } from '../../../src/http/pipeline/read-input.ts'

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

/** The input that a failure names, and its reason. */
function refusal(read: () => unknown): readonly [unknown, string] {
  try {
    read()
  } catch (error) {
    const { param, message } = error as Error & { readonly param?: string }
    return [param, message]
  }
  throw new Error('The input was taken.')
}

test('a parameter is read with the type of the contract', () => {
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
  ['?name=%00', 'name', '`name` is not text.'],
  ['?most=1.5', 'most', '`most` is not a whole number.'],
  ['?open=1', 'open', '`open` is not true or false.'],
  ['?expand=a&expand=c', 'expand', '`expand` must be `a` or `b`.'],
])('the query %s is refused with the parameter and the reason', (search, param, detail) => {
  expect(refusal(() => openReader().query(search))).toEqual([param, detail])
})

test.each([
  ['', 'email', 'The field `email` is required.'],
  ['{"email":null}', 'email', '`email` must be a string.'],
  ['{"email":"","visitor":{}}', 'visitor.age', 'The field `visitor.age` is required.'],
  ['{"email":"","age":3}', 'age', 'This operation has no field `age`.'],
])('the body %s is refused with the field and the reason', (text, param, detail) => {
  expect(refusal(() => openReader().body(text))).toEqual([param, detail])
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
