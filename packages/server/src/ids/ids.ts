import { hash, randomFillSync } from 'node:crypto'
import { type Id, type IdKind, idPrefixes } from '@doorkit/models'

/** Prefixes of ids whose form the contract does not define. */
const otherPrefixes = { visit: 'vis_', booking: 'bk_' } as const

const prefixes = { ...idPrefixes, ...otherPrefixes }

export interface MakeId {
  <Kind extends IdKind>(kind: Kind): Id<Kind>
  (kind: keyof typeof otherPrefixes): string
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Makes ids that sort by creation time: the prefix of the kind, then a UUIDv7 in TypeID's base 32. Ids
 * from the same millisecond keep their order.
 */
export function createIds(
  now: () => number,
  random: (bytes: number) => Uint8Array = randomPool(),
): MakeId {
  let lastTime = -1
  let sequence = 0
  return ((kind: keyof typeof prefixes) => {
    const time = Math.max(Math.floor(now()), lastTime)
    // 12 bits count within the millisecond. When they run out, the next millisecond is used early.
    sequence = time === lastTime ? sequence + 1 : (random(1)[0] ?? 0)
    lastTime = sequence > 0xfff ? time + 1 : time
    if (sequence > 0xfff) sequence = 0
    return `${prefixes[kind]}${encode(uuidv7(lastTime, sequence, random(8)))}`
  }) as MakeId
}

/** Derives an id from texts: the same texts give the same id. */
export function idFrom<Kind extends IdKind>(kind: Kind, texts: readonly string[]): Id<Kind> {
  const bytes = hash('sha256', JSON.stringify(texts), 'buffer').subarray(0, 16)
  return `${prefixes[kind]}${encode(asUuid(bytes, 0x80))}`
}

/** Makes a source of random bytes. It has a pool, because a system call for each id would be slow. */
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
function uuidv7(time: number, sequence: number, random: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, time / 2 ** 32)
  view.setUint32(2, time)
  view.setUint16(6, sequence)
  bytes.set(random, 8)
  return asUuid(bytes, 0x70)
}

/** Marks 16 bytes as a UUID of a version: 0x70 is based on time, 0x80 is custom. */
function asUuid(bytes: Uint8Array, version: number): Uint8Array {
  bytes[6] = version | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes
}

/** Writes two zero bits and then the 128 bits of a UUID as 26 digits of five bits. */
function encode(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 2
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; ) {
      bits -= 5
      text += alphabet[(buffer >> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  return text
}
