import { expect, test } from 'vitest'
import { readHeaders } from '../src/attempt/headers.ts'

test('a header that is null or undefined is left out, and one that is empty is not', () => {
  const given = { 'X-Null': null, 'X-Undefined': undefined, 'X-Empty': '', 'X-Team': 'sales' }
  expect(Object.entries(readHeaders(given))).toEqual([
    ['x-empty', ''],
    ['x-team', 'sales'],
  ])
})
