import { BlockList } from 'node:net'
import type { SeededRandom } from '../../../cli/src/demo/seeded-random.ts'

// IANA's registries of special addresses, and the addresses that clouds reserve.
const ranges4 = `
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
  .trim()
  .split(/\s+/)
  .map((range) => range.split('/') as [string, string])

const inside = new BlockList()
for (const [address, bits] of ranges4) inside.addSubnet(address, Number(bits), 'ipv4')

/** Whether an IPv4 address is not on the public internet, according to this table. */
export const isPrivate4 = (address: string) => inside.check(address, 'ipv4')

/** Private and unassigned IPv6 addresses that contain no IPv4 address. */
export const private6 = `
:: ::1 fc00::1 fdff:ffff::1 fe80::1 febf::1 fec0::1 ff02::1 100::1 2001:db8::1 3fff::1 4000::1
64:ff9b:1::1 2001:2::1 5f00::1`
  .trim()
  .split(/\s+/)

/** An IPv4 address as four numbers. */
export type Octets = readonly [number, number, number, number]

/** A private IPv4 address, often this machine's own. */
export function privateOctets(random: SeededRandom): Octets {
  if (random.chance(0.4)) return [127, 0, 0, 1]
  if (random.chance(0.2)) return [169, 254, 169, 254]
  const [base = '', bits = ''] = ranges4[random.between(0, ranges4.length - 1)] ?? []
  const free = 2 ** (32 - Number(bits))
  return octetsOf((numberOf(base) + Math.floor(random.next() * free)) >>> 0)
}

/** Any IPv4 address. */
export const anyOctets = (random: SeededRandom): Octets =>
  octetsOf(Math.floor(random.next() * 2 ** 32) >>> 0)

function numberOf(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
}

function octetsOf(number: number): Octets {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]
}
