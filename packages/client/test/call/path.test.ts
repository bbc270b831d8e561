import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../models/test/support/any-character.ts'
import { checkPath, fillPath } from '../../src/call/path.ts'
import type { Client } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, startServer } from '../support/scripted-server.ts'

type ContactId = Parameters<Client['contacts']['get']>[0]

describe('an id in a path', () => {
  test.each(['', '.', '..', 'ct_\n1', '\u0000', 'ct_\ud800'])(
    '%j is refused before anything is sent',
    async (id) => {
      const server = await startServer(json({}))
      const error = await failureOf(clientOf(server).contacts.get(id as ContactId))
      expect(error).toMatchObject({ name: 'DoorkitError', code: 'invalid_argument' })
      expect(server.seen).toEqual([])
    },
  )

  test.each([undefined, null, 7, {}, ['ct_1']])('%j is refused', (id) => {
    expect(() => fillPath('/contacts/{id}', [id])).toThrow(/id must be the id of an object/)
  })

  test('any other id is one segment of the URL, and decodes to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
        fc.pre(!/^\.{1,2}$|[\p{Cc}\p{Cs}]/u.test(id))
        const { pathname } = new URL(`https://host/v1${fillPath('/a/{id}/b', [id])}`)
        const segments = pathname.split('/')
        expect(segments).toHaveLength(5)
        expect(decodeURIComponent(segments[3] ?? '')).toBe(id)
      }),
    )
  })

  test('two ids are in the order of the path', () => {
    expect(fillPath('/e/{id}/d/{delivery_id}', ['we_1', 'whd_2'])).toBe('/e/we_1/d/whd_2')
  })
})

describe('a path from the caller', () => {
  test.each([
    '',
    'contacts',
    '//host/contacts',
    'https://host/contacts',
    '/contacts?limit=1',
    '/contacts#top',
    '/contacts/../me',
    '/contacts/%2E%2e',
    '/..',
    '/.',
    '/a\\b',
    '/a\nb',
    '@host/contacts',
    ':80/contacts',
    '/contacts/two words',
    '/contacts/\ud800',
  ])('%j is refused', (path) => {
    const refused = { code: 'invalid_argument', message: expect.stringMatching(/^path must begin/) }
    expect(() => checkPath(path)).toThrow(expect.objectContaining(refused))
  })

  test.each(['/contacts', '/contacts/ct_1', '/a.b/..c', '/%2F'])('%j is accepted', (path) =>
    expect(() => checkPath(path)).not.toThrow(),
  )

  test('is refused in place of a request', async () => {
    const client = clientOf(await startServer(json({})))
    const error = await failureOf(client.request(JSON.parse('"/contacts"')))
    expect(error).toMatchObject({ name: 'DoorkitError', code: 'invalid_argument' })
  })
})
