import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createRouter, isBelowVersion, versionPath } from '../../../src/http/pipeline/router.ts'

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

test('the version segment may be the end of the mount path, follow it or be absent; without a mount path, it is required', () => {
  const cases = [
    ['/v1/me', '', '/me'],
    ['/v1', '', ''],
    ['/v1/', '', '/'],
    ['/me', '', null],
    ['/v10/me', '', null],
    ['/v1/me', '/v1', '/me'],
    ['/v1/me', '/v1/', '/me'],
    ['/v1/v1/me', '/v1', '/v1/me'],
    ['/V1/me', '/V1', '/me'],
    ['/api/v1/me', '/api', '/me'],
    ['/api/me', '/api', '/me'],
    ['/api/v1/me', '/api/v1', '/me'],
    ['/chat/v1/me', '/chat/v1', '/me'],
    ['/api/v1/v1/me', '/api/v1', '/v1/me'],
    ['/v1/api/v1/me', '/v1/api', '/me'],
    ['/api/v1/me', '/api//', '/me'],
    ['/other/me', '/api', null],
    ['/apis/v1/me', '/api', null],
    ['//v1/me', '', null],
  ] as const
  for (const [pathname, mount, path] of cases) {
    expect.soft(versionPath(pathname, mount), `${mount} ${pathname}`).toBe(path)
  }
  expect(cases).toHaveLength(19)
})

test('a target is for the API when its first segment is the version', () => {
  const below = ['/v1', '/v1/', '/v1/me', '/v1?a=1']
  const beside = ['/', '', '/v1x', '/v10/me', '/api/v1', 'v1', '//v1']
  expect(below.every(isBelowVersion)).toBe(true)
  expect(beside.some(isBelowVersion)).toBe(false)
})
