import { describe, expect, test } from 'vitest'
import { createCredential } from '../../src/attempt/credential.ts'

describe('a text of a server', () => {
  const { redact } = createCredential('dk_test_0123456789')

  test('has the API key removed wherever it appears', () => {
    expect(redact('dk_test_0123456789 and dk_test_0123456789!')).toBe('[api key] and [api key]!')
  })

  test('that ends inside the API key has that part removed if it is at least eight characters long', () => {
    expect(redact('Unknown: dk_test_012345678')).toBe('Unknown: [api key]')
    expect(redact('Unknown: dk_test_')).toBe('Unknown: [api key]')
    expect(redact('Unknown: dk_test')).toBe('Unknown: dk_test')
    expect(redact('dk_test_ is no key')).toBe('dk_test_ is no key')
    expect(redact('dk_test_ and dk_test_012')).toBe('dk_test_ and [api key]')
  })

  test('that ends inside an API key that repeats its own start has the longest possible part removed', () => {
    const repeating = createCredential('dk_test_dk_test_0')
    expect(repeating.redact('Unknown: dk_test_dk_test_')).toBe('Unknown: [api key]')
  })

  test('has the newest three API keys of a function removed', async () => {
    const keys = ['key_one', 'key_two', 'key_two', 'key_three', 'key_four']
    const credential = createCredential(() => keys.shift() ?? '')
    for (let count = 0; count < 4; count++) await credential.apiKey()
    expect(credential.redact('key_one key_two key_three')).toBe('[api key] [api key] [api key]')
    await credential.apiKey()
    expect(credential.redact('key_one key_two key_four')).toBe('key_one [api key] [api key]')
  })
})

test('an API key that is not a string is refused', async () => {
  const { apiKey } = createCredential(() => 5 as never)
  await expect(apiKey()).rejects.toMatchObject({ code: 'invalid_option' })
})
