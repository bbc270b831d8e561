import { expect, test } from 'vitest'
import { checkBaseUrl } from '../src/attempt/base-url.ts'

test.each([
  'http://app.localhost:4000/v1',
  'http://a.b.localhost/v1',
  'http://127.10.200.30:8080/v1',
])('%s is on the loopback interface, and may be named without https', (baseUrl) => {
  expect(checkBaseUrl(baseUrl)).toMatchObject({ baseUrl })
})

test.each([
  'ftp://api.example.com/https://api.example.com/v1',
  'http://api.example.com/http://localhost/v1',
])('%s is refused, for all that stands in its path', (baseUrl) => {
  expect(() => checkBaseUrl(baseUrl)).toThrow(/baseUrl (is not an address|uses http)/)
})

test('slashes at the end of the address are left out, however many', () => {
  const addresses = ['https://host/v1', 'https://host/v1/', 'https://host/v1//', 'https://host//']
  expect(addresses.map((address) => checkBaseUrl(address).baseUrl)).toEqual([
    'https://host/v1',
    'https://host/v1',
    'https://host/v1',
    'https://host',
  ])
})
