import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a browser may use only an access token', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  expect(() => createClient({ apiKey: 'dko_token', baseUrl })).not.toThrow()
  for (const apiKey of ['dk_test_secret', 'dk_test_dko_secret']) {
    const refusal = { code: 'invalid_option', message: expect.stringContaining('browser') }
    expect(() => createClient({ apiKey, baseUrl })).toThrow(expect.objectContaining(refusal))
  }
})

test.each(['window', 'document'])(
  'a runtime whose only browser global is %s is not a browser',
  (name) => {
    vi.stubGlobal(name, {})
    expect(() => createClient({ apiKey: 'dk_test_secret', baseUrl })).not.toThrow()
  },
)

test('an empty API key is refused immediately', () => {
  expect(() => createClient({ apiKey: '', baseUrl })).toThrow(
    /no API key.*the variable DOORKIT_API_KEY/,
  )
})

test('an API key that is neither a string nor a function is refused immediately', () => {
  expect(() => createClient({ apiKey: 5 as never, baseUrl })).toThrow(/Copy it again/)
})

test.each([' dk_test_secret', 'dk_test_secret ', 'dk_test secret', 'dk_tèst_secret'])(
  'the API key %j is refused, because it was copied wrongly',
  (apiKey) => {
    expect(() => createClient({ apiKey, baseUrl })).toThrow(/Copy it again/)
  },
)
