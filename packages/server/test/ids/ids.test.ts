import { idPrefixes } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { createIds } from '../../src/ids/ids.ts'

/** A source that returns the bytes of a hexadecimal text, one after the other. */
const bytesOf = (hex: string) => {
  let rest = Buffer.from(hex, 'hex')
  return (count: number) => {
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  }
}

/** Reads the suffix of an id back as the UUID it encodes. */
function toUuid(id: string): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const suffix = id.slice(id.indexOf('_') + 1)
  const value = [...suffix].reduce((sum, digit) => sum * 32n + BigInt(alphabet.indexOf(digit)), 0n)
  return value.toString(16).padStart(32, '0')
}

describe('an id', () => {
  test('has the prefix of its kind and 26 characters of TypeID', () => {
    const makeId = createIds(() => 1_760_000_000_000)
    for (const [kind, prefix] of Object.entries(idPrefixes)) {
      const id = makeId(kind as keyof typeof idPrefixes)
      expect.soft(id).toMatch(new RegExp(`^${prefix}[0-7][0-9a-hjkmnp-tv-z]{25}$`))
    }
    expect(Object.keys(idPrefixes).length).toBeGreaterThanOrEqual(19)
  })

  test('is a UUIDv7 in the base 32 of TypeID', () => {
    // The vector `uuidv7` of TypeID: 01890a5d-ac96-774b-bcce-b302099a8057.
    const time = 0x01890a5dac96
    const makeId = createIds(
      () => time,
      (count) => Buffer.from(count === 1 ? 'ff' : 'bcceb302099a8057', 'hex'),
    )
    let id = makeId('contact')
    for (let counter = 0xff; counter < 0x74b; counter += 1) id = makeId('contact')
    expect(id).toBe('ct_01h455vb4pex5vsknk084sn02q')
    expect(toUuid(id)).toBe('01890a5dac96774bbcceb302099a8057')
  })

  test('contains all the bits of the time and of the randomness', () => {
    const latest = createIds(() => 2 ** 48 - 1, bytesOf('ffffffffffffffffff'))('contact')
    expect(toUuid(latest)).toBe('ffffffffffff70ffbfffffffffffffff')
    const first = createIds(() => 0, bytesOf('000000000000000000'))('contact')
    expect(toUuid(first)).toBe('00000000000070008000000000000000')
  })
})

describe('ids', () => {
  test('sort by creation time, and within a millisecond in the order in which they were made', () => {
    let now = 1_760_000_000_000
    const makeId = createIds(() => now)
    const ids: string[] = []
    for (let at = 0; at < 20_000; at += 1) {
      if (at % 7_000 === 0) now += 1
      ids.push(makeId('event'))
    }
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(20_000)
  })

  test('stay in order when the clock goes back', () => {
    let now = 1_760_000_000_000
    const makeId = createIds(() => now)
    const before = makeId('event')
    now -= 60_000
    expect(makeId('event') > before).toBe(true)
  })

  test('of two processes are different', () => {
    const makers = [createIds(() => 1), createIds(() => 1)]
    const ids = makers.flatMap((makeId) => Array.from({ length: 5_000 }, () => makeId('request')))
    expect(new Set(ids).size).toBe(10_000)
  })
})
