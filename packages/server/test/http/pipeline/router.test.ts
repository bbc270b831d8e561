import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createRouter } from '../../../src/http/pipeline/router.ts'

const { me } = api
const contacts = { get: api.contacts.get }

test('a router cannot be created if an operation has no handler', () => {
  expect(() => createRouter({ me }, {})).toThrow(/^The operation me\.\w+ has no handler\.$/)
})

test('a path that is not valid percent-encoding is not found', () => {
  const router = createRouter({ contacts }, { contacts: { get: async () => ({}) } })
  expect(router.match('GET', '/contacts/ct%5F1')).toMatchObject({ params: { id: 'ct_1' } })
  expect(router.match('GET', '/contacts/ct_%zz')).toMatchObject({ code: 'not_found' })
})
