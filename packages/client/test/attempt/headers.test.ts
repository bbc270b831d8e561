import { expect, test } from 'vitest'
import { readHeaders } from '../../src/attempt/headers.ts'

test('a null or undefined header is omitted, an empty one is sent', () => {
  const givenHeaders = {
    'X-Null': null,
    'X-Undefined': undefined,
    'X-Empty': '',
    'X-Team': 'sales',
  }
  expect(Object.entries(readHeaders(givenHeaders))).toEqual([
    ['x-empty', ''],
    ['x-team', 'sales'],
  ])
})
