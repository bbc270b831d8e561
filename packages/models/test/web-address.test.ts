import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { parseAddress, webAddress } from '../src/web-address.ts'

const schema = webAddress({ protocol: /^https?$/ })
const differentCharacters = (count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + at))

test.each([
  ['a host of 2,000 different characters', `https://${differentCharacters(2_000)}/`, 'custom'],
  ['such a host after white space', ` https:\t/\\${differentCharacters(2_000)}/`, 'custom'],
  ['a text of 5,000 characters', `https://${differentCharacters(5_000)}/`, 'too_big'],
])('%s is refused before it is parsed as a URL', (_, text, code) => {
  const parse = vi.spyOn(globalThis, 'URL')
  const canParse = vi.spyOn(URL, 'canParse')
  try {
    expect(schema.safeParse(text).error?.issues.map((issue) => issue.code)).toEqual([code])
    expect(parse).not.toHaveBeenCalled()
    expect(canParse).not.toHaveBeenCalled()
  } finally {
    vi.restoreAllMocks()
  }
})

test('a text with a very long host is not parsed', () => {
  const parse = vi.spyOn(URL, 'parse')
  for (const start of ['https://', '//', '/\\', ' /\t/']) {
    const text = `${start}${differentCharacters(2_000)}/`
    expect(parseAddress(text, 'https://acme.test')).toBeNull()
  }
  expect(parse).not.toHaveBeenCalled()
  expect(parseAddress(`/${'a'.repeat(300)}`, 'https://acme.test')?.host).toBe('acme.test')
  expect(parseAddress('/prices', 'https://acme.test')?.href).toBe('https://acme.test/prices')
  vi.restoreAllMocks()
})

test('a host of 255 characters and a long path are accepted', () => {
  for (const text of [`https://${'a'.repeat(255)}/`, `https://a.example/${'b'.repeat(2_000)}`]) {
    expect(schema.safeParse(text).success).toBe(true)
  }
  expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', format: 'uri', maxLength: 2_048 })
})
