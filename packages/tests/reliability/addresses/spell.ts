import type { SeededRandom } from '../../../cli/src/demo/seeded-random.ts'
import type { Octets } from './private-ranges.ts'

/** Writes an IPv4 address in a form that some parser may read as the host. */
export function spell(octets: Octets, random: SeededRandom): string {
  const [a, b, c, d] = octets
  const dotted = octets.join('.')
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const pair = (high: number, low: number) => (high * 256 + low).toString(16)
  const high = pair(a, b)
  const low = pair(c, d)
  const radix = (value: number) =>
    random.pick([String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`])
  return random.pick([
    dotted,
    `${dotted}.`,
    String(whole),
    radix(whole),
    `0X${whole.toString(16).toUpperCase()}`,
    `0x${'0'.repeat(random.between(1, 30))}${whole.toString(16)}`,
    octets.map(radix).join('.'),
    octets.map((octet) => `0x${octet.toString(16).padStart(random.between(1, 8), '0')}`).join('.'),
    octets.map((octet) => `0${octet.toString(8).padStart(random.between(1, 8), '0')}`).join('.'),
    [a, b, c * 256 + d].map(radix).join('.'),
    [a, (b * 256 + c) * 256 + d].map(radix).join('.'),
    inOtherDigits(dotted, random),
    dotted.replaceAll('.', random.pick(['。', '．', '｡', '%2e', '%E3%80%82'])),
    percent(dotted, random),
    `[::ffff:${dotted}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[0000:0000:0000:0000:0000:FFFF:${high.padStart(4, '0')}:${low.padStart(4, '0')}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
    `[::ffff:${dotted}%25lo]`,
  ])
}

/** Writes a URL around a host, so that a careless parser finds another host in it. */
export function disguise(host: string, port: number, random: SeededRandom): string {
  const authority = `${host}:${port}`
  return random.pick([
    `https://${authority}/`,
    `http://${authority}/`,
    `HTTPS://${authority}/a?b#c`,
    `http://public.example@${authority}/`,
    `http://public.example:80@${authority}/`,
    `http://${authority}#@public.example/`,
    `http://${authority}?@public.example/`,
    `http://${authority}\\@public.example/`,
    `http:\\\\${authority}\\`,
    `http:${authority}/`,
    `//${authority}/`,
    `https:///${authority}/`,
    `http://\t${host}\n:${port}/`,
    ` http://${authority}/`,
    `http://${authority}\u0000.public.example/`,
    `http://public.example%00@${authority}/`,
    `http://[${authority}]/`,
  ])
}

const digitBlocks = [0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x0660, 0x1fbf0] as const

function inOtherDigits(text: string, random: SeededRandom): string {
  const circled = random.chance(0.3)
  return text.replace(/\d/g, (digit) => {
    if (circled) return digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit))
    return String.fromCodePoint(random.pick(digitBlocks) + Number(digit))
  })
}

function percent(text: string, random: SeededRandom): string {
  return text.replace(/./g, (character) =>
    random.chance(0.5) ? `%${character.charCodeAt(0).toString(16)}` : character,
  )
}
