import { expect, test } from 'vitest'
import { checkPath, fillPath } from '../../src/call/path.ts'

test.each([
  ':x',
  '@evil.example.com/',
  '',
  'contacts',
  '//evil.example.com',
  '/a/../b',
  '/a?b',
  '/a b',
])('the path %j is refused before it becomes part of an address', (path) => {
  const refused = { name: 'DoorkitError', code: 'invalid_argument' }
  expect(() => checkPath(path)).toThrow(expect.objectContaining(refused))
})

test.each([undefined, null, 5, '', '.', '..', 'a\nb', '\ud800'])(
  '%j is refused as an id, because no object has it',
  (id) => {
    expect(() => fillPath('/contacts/{id}', [id])).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: 'id must be the id of an object',
      }),
    )
  },
)

test('ids are put into a path in their order, and encoded', () => {
  expect(fillPath('/a/{a_id}/b/{b_id}', ['...', 'x/y'])).toBe('/a/.../b/x%2Fy')
})
