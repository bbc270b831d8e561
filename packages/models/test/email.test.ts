import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email, normalizeEmail } from '../src/index.ts'

const accepts = (address: string): boolean => Email.safeParse(address).success

describe('Email', () => {
  test.each([
    'ada@example.com',
    'Ada.Lovelace@Example.COM',
    "o'brien@example.ie",
    'ada+news@mail.example.co.uk',
    'bounce=ada&co/eu@example.com',
    'a@b.co',
    '1@2.museum',
    'ada@xn--bcher-kva.example',
    'ada@example.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (address) => {
    expect(Email.parse(address)).toBe(address)
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@one@example.com',
    'ada lovelace@example.com',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'ada@example.com\nbcc: eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,eve@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada..lovelace@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    '"ada"@example.com',
    'ada(comment)@example.com',
    'ada@exam_ple.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
  ])('refuses %j', (address) => {
    expect(accepts(address)).toBe(false)
  })

  test('accepts every address of the usual form, and returns it unchanged', () => {
    fc.assert(
      fc.property(
        fc.emailAddress().filter((address) => address.length <= 254),
        (address) => Email.parse(address) === address,
      ),
    )
  })

  test('accepts at most 254 characters', () => {
    const domain = `${'d'.repeat(60)}.`.repeat(3)
    const address = (length: number) => {
      const rest = `@${domain}example`
      return `${'a'.repeat(length - rest.length)}${rest}`
    }
    expect(address(254)).toHaveLength(254)
    expect(accepts(address(254))).toBe(true)
    expect(accepts(address(255))).toBe(false)
  })

  test('refuses hostile input quickly', () => {
    // This measures processor time, because a busy machine adds waiting time.
    const before = process.cpuUsage()
    expect(accepts(`${'a.'.repeat(50_000)}@`)).toBe(false)
    expect(accepts(`a@${'a-'.repeat(50_000)}`)).toBe(false)
    expect(accepts(`a@${'a.'.repeat(50_000)}`)).toBe(false)
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})

describe('normalizeEmail', () => {
  test('writes an address in lower case', () => {
    expect(normalizeEmail('Ada@Example.COM')).toBe('ada@example.com')
  })

  test('returns an address that is still valid', () => {
    fc.assert(
      fc.property(
        fc.emailAddress().filter((address) => address.length <= 254),
        (address) => accepts(normalizeEmail(address)),
      ),
    )
  })
})
