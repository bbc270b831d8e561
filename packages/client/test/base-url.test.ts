import { expect, test } from 'vitest'
import { checkBaseUrl } from '../src/base-url.ts'

test.each([
  'http://app.localhost:4000/v1',
  'http://a.b.localhost/v1',
  'http://127.10.200.30:8080/v1',
])('%s is on the loopback interface, and may be named without https', (baseUrl) => {
  expect(checkBaseUrl(baseUrl)).toBe(baseUrl)
})

test.each([
  'ftp://api.example.com/https://api.example.com/v1',
  'http://api.example.com/http://localhost/v1',
])('%s is refused, for all that stands in its path', (baseUrl) => {
  expect(() => checkBaseUrl(baseUrl)).toThrow(/Set baseUrl to one such as/)
})

test('slashes at the end of the address are left out, however many', () => {
  const addresses = ['https://host/v1', 'https://host/v1/', 'https://host/v1//', 'https://host//']
  expect(addresses.map(checkBaseUrl)).toEqual([
    'https://host/v1',
    'https://host/v1',
    'https://host/v1',
    'https://host',
  ])
})
