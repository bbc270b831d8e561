import { expect, test } from 'vitest'
import { checkPath } from '../src/call/path.ts'

test.each([
  ':x',
  '@evil.example.com/',
  '',
  'contacts',
  '//evil.example.com',
  '/a/../b',
  '/a?b',
  '/a b',
])('the path %j is refused before it is made an address of', (path) => {
  const refused = { name: 'DoorkitError', code: 'invalid_argument' }
  expect(() => checkPath(path)).toThrow(expect.objectContaining(refused))
})
