import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listSchemaOf, PageQuery } from '../src/list.ts'

const accepts = (query: unknown): boolean => PageQuery.safeParse(query).success

describe('PageQuery', () => {
  test('accepts pages of 1 to 100', () => {
    expect([1, 25, 100].filter((limit) => accepts({ limit }))).toEqual([1, 25, 100])
    const wrong = [0, 101, -1, 1.5, '25', null, Number.NaN, Number.POSITIVE_INFINITY]
    expect(wrong.filter((limit) => accepts({ limit }))).toEqual([])
  })

  test('requires nothing, and adds no defaults', () => {
    expect(PageQuery.parse({})).toEqual({})
  })

  test('refuses an empty cursor, and one of more than 2,048 characters', () => {
    expect(accepts({ starting_after: 'a'.repeat(2_048) })).toBe(true)
    expect(accepts({ starting_after: '' })).toBe(false)
    expect(accepts({ starting_after: 'a'.repeat(2_049) })).toBe(false)
  })

  test('refuses unknown parameters', () => {
    expect(accepts({ offset: 10 })).toBe(false)
  })
})

describe('listSchemaOf', () => {
  const numbers = listSchemaOf(z.int())

  test('accepts pages with and without a next page', () => {
    const last = { object: 'list', data: [1, 2], has_more: false, next_cursor: null }
    expect(numbers.parse(last)).toEqual(last)
    const first = { object: 'list', data: [], has_more: true, next_cursor: 'abc' }
    expect(numbers.parse(first)).toEqual(first)
  })

  test('checks each item', () => {
    const { error } = numbers.safeParse({
      object: 'list',
      data: [1, 'two'],
      has_more: false,
      next_cursor: null,
    })
    expect(error?.issues.map(({ path }) => path)).toEqual([['data', 1]])
  })
})
