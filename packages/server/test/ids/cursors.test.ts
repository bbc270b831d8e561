import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../models/test/support/any-character.ts'
import { Failure } from '../../src/errors/failure.ts'
import { createCursors } from '../../src/ids/cursors.ts'
import { createSigner, generateMasterKey } from '../../src/secrets/encryption.ts'

const cursors = createCursors(createSigner(generateMasterKey().key))
const binding = ['ws_1', 'contacts.list', 'contacts_updated', [{ key: 'email', value: 'a' }]]

const position = fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.maxSafeInteger()), {
  maxLength: 4,
})

test('a cursor is read back as its position', () => {
  fc.assert(
    fc.property(position, (at) => {
      expect(cursors.read(binding, cursors.write(binding, at))).toEqual(at)
    }),
    { numRuns: 200 },
  )
})

test('an edited cursor is refused', () => {
  const cursor = cursors.write(binding, [1_760_000_000_000, 'ct_1'])
  fc.assert(
    fc.property(
      fc.nat(cursor.length),
      fc.nat(3),
      fc.string({ maxLength: 3 }),
      (at, removed, added) => {
        const edited = cursor.slice(0, at) + added + cursor.slice(at + removed)
        fc.pre(edited !== cursor)
        expect(() => cursors.read(binding, edited)).toThrow(Failure)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a cursor is refused for another workspace, list, order or filter', () => {
  const cursor = cursors.write(binding, [1, 'ct_1'])
  const others = [
    ['ws_2', 'contacts.list', 'contacts_updated', [{ key: 'email', value: 'a' }]],
    ['ws_1', 'conversations.list', 'contacts_updated', [{ key: 'email', value: 'a' }]],
    ['ws_1', 'contacts.list', 'contacts_created', [{ key: 'email', value: 'a' }]],
    ['ws_1', 'contacts.list', 'contacts_updated', []],
    ['ws_1', 'contacts.list', 'contacts_updated'],
  ]
  for (const other of others) expect.soft(() => cursors.read(other, cursor)).toThrow(Failure)
  expect(others).toHaveLength(5)
})

test('the refusal of a cursor names the parameter', () => {
  try {
    cursors.read(binding, 'x.y')
    expect.fail('This has to throw.')
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request', param: 'starting_after', status: 400 })
  }
})
