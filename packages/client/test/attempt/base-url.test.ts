import { expect, test } from 'vitest'
import { checkBaseUrl } from '../../src/attempt/base-url.ts'

test.each([
  'http://app.localhost:4000/v1',
  'http://a.b.localhost/v1',
  'http://127.10.200.30:8080/v1',
])('%s is on the loopback interface, and needs no https', (baseUrl) => {
  expect(checkBaseUrl(baseUrl)).toMatchObject({ baseUrl })
})

test.each([
  'ftp://api.example.com/https://api.example.com/v1',
  'http://api.example.com/http://localhost/v1',
])('%s is refused, whatever its path contains', (baseUrl) => {
  expect(() => checkBaseUrl(baseUrl)).toThrow(/baseUrl (is not an address|uses http)/)
})

test('any number of trailing slashes is removed', () => {
  const addresses = ['https://host/v1', 'https://host/v1/', 'https://host/v1//', 'https://host//']
  expect(addresses.map((address) => checkBaseUrl(address).baseUrl)).toEqual([
    'https://host/v1',
    'https://host/v1',
    'https://host/v1',
    'https://host',
  ])
})

test('an address has an origin, and is shown without its protocol', () => {
  expect(checkBaseUrl('https://host:8443/v1/')).toEqual({
    baseUrl: 'https://host:8443/v1',
    origin: 'https://host:8443',
    shown: 'host:8443/v1',
  })
  expect(checkBaseUrl('http://localhost/v1')).toMatchObject({ shown: 'localhost/v1' })
})

test.each([
  ['xhttps://host/v1', 'is not an address'],
  ['https://:secret@host/v1', 'contains a user or a password'],
  ['https://host/v1#', 'has a query or a fragment'],
  ['https://host/v1#a', 'has a query or a fragment'],
])('%s is refused, because it %s', (baseUrl, problem) => {
  expect(() => checkBaseUrl(baseUrl)).toThrow(problem)
})
