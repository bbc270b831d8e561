import { randomFillSync } from 'node:crypto'
import { type Id, type IdKind, idPrefixes } from '@doorkit/models'

/** What each kind of object that the API does not show begins with. */
const innerPrefixes = { visit: 'vis_', booking: 'bk_' } as const

const prefixes = { ...idPrefixes, ...innerPrefixes }

/** Makes the id of a new object. */
export interface MakeId {
  <Kind extends IdKind>(kind: Kind): Id<Kind>
  (kind: keyof typeof innerPrefixes): string
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Makes ids that sort by the time they were made: a UUIDv7 in the base 32 of TypeID, after the
 * prefix of the kind. Ids made in the same millisecond keep their order.
 */
export function createIds(
  now: () => number,
  random: (bytes: number) => Uint8Array = randomPool(),
): MakeId {
  let lastTime = -1
  let sequence = 0
  return ((kind: keyof typeof prefixes) => {
    const time = Math.max(Math.floor(now()), lastTime)
    // 12 bits that count within the millisecond; when they are used up, borrow the next one.
    sequence = time === lastTime ? sequence + 1 : (random(1)[0] ?? 0)
    lastTime = sequence > 0xfff ? time + 1 : time
    if (sequence > 0xfff) sequence = 0
    const suffix = encode(uuidv7(lastTime, sequence, random(8)))
    return `${prefixes[kind]}${suffix}`
  }) as MakeId
}

/** Random bytes from a pool: asking the system for a few at a time would cost more than the id. */
function randomPool(): (bytes: number) => Uint8Array {
  const pool = new Uint8Array(4_096)
  let used = pool.length
  return (bytes) => {
    if (used + bytes > pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += bytes
    return pool.slice(used - bytes, used)
  }
}

/** RFC 9562, section 5.7, with `rand_a` as a counter (method 1). */
function uuidv7(time: number, sequence: number, random: Uint8Array): bigint {
  let tail = 0n
  for (const byte of random) tail = (tail << 8n) | BigInt(byte)
  const variantAndRandom = (0b10n << 62n) | (tail & ((1n << 62n) - 1n))
  return (BigInt(time) << 80n) | (0x7n << 76n) | (BigInt(sequence) << 64n) | variantAndRandom
}

function encode(value: bigint): string {
  let rest = value
  let text = ''
  for (let digit = 0; digit < 26; digit++) {
    text = (alphabet[Number(rest & 31n)] ?? '') + text
    rest >>= 5n
  }
  return text
}
