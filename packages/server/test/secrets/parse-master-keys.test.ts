import { expect, test } from 'vitest'
import { generateMasterKey, parseMasterKeys } from '../../src/index.ts'

const [one, two] = [generateMasterKey(1), generateMasterKey(2)]

test('master keys are read from a text with their versions', () => {
  expect(parseMasterKeys(undefined)).toBeUndefined()
  expect(parseMasterKeys(`1:${one.key}, 2:${two.key}`)).toEqual([one, two])
})

test('a malformed text is refused by an error that does not show it', () => {
  for (const text of ['', one.key, `0:${one.key}`, '1:c2hvcnQ=', `1:${one.key},1:${two.key}`]) {
    expect(() => parseMasterKeys(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message:
          'These master keys do not have the form 1:BASE64,2:BASE64, with each version once and 32 bytes per key.',
      }),
    )
  }
})
