import { afterEach, expect, test, vi } from 'vitest'
import { createCore } from '../src/core/index.ts'

const baseUrl = 'https://api.example.com/v1'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('in a browser only a key that begins as a token of a user is taken', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  expect(() => createCore({ apiKey: 'dko_token', baseUrl })).not.toThrow()
  for (const apiKey of ['dk_test_secret', 'dk_test_dko_secret']) {
    const refused = { code: 'invalid_option', message: expect.stringContaining('browser') }
    expect(() => createCore({ apiKey, baseUrl })).toThrow(expect.objectContaining(refused))
  }
})

test.each(['window', 'document'])('what has only a %s is no browser', (name) => {
  vi.stubGlobal(name, {})
  expect(() => createCore({ apiKey: 'dk_test_secret', baseUrl })).not.toThrow()
})

test('a core without a key is refused, as one with an empty key', () => {
  for (const options of ['{}', '{"apiKey":""}']) {
    expect(() => createCore({ ...JSON.parse(options), baseUrl })).toThrow(/Set apiKey to a key/)
  }
})

test.each([' dk_test_secret', 'dk_test_secret ', 'dk_test secret', 'dk_tèst_secret'])(
  'the key %j is not taken: it was copied wrongly',
  (apiKey) => {
    expect(() => createCore({ apiKey, baseUrl })).toThrow(/copy it again/)
  },
)
