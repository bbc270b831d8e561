import { Buffer } from 'node:buffer'
import { event, plain, vector } from './delivery.ts'
import type { Vector } from './vector.ts'

const base64 = (bytes: Uint8Array | string) => ({ base64: Buffer.from(bytes).toString('base64') })

const texts: { [name: string]: string } = {
  'Latin letters with accents': 'Zoë Müller, São Paulo, Łódź',
  'right-to-left script': 'مرحبا بالعالم, שלום',
  'Chinese, Japanese and Korean': '你好，世界 こんにちは 안녕하세요',
  'an emoji of several code points': '👩🏽‍💻 🏳️‍🌈 🇬🇧',
  'decomposed letters': 'e\u0301 versus \u00e9',
  'code points above the basic plane': '𝒳 𐍈 𠜎',
  'zero-width characters': 'a\u200Bb\u200Dc\uFEFFd',
  'control characters': '\u0000 \u0007 \u001b \u007f \u0085',
  'line separators': 'a\u2028b\u2029c',
  'quotes and backslashes': '"\\" \\n \\u0000 </script>',
  'the replacement character': '\uFFFD',
  'a lone surrogate, escaped': '\ud800',
}

const unicode = Object.entries(texts).flatMap(([name, message]) => {
  const body = event({ data: { object: { endpoint: 'we_1', message } } })
  return [
    vector(`${name}, as text`, { text: body }),
    vector(`${name}, as bytes`, base64(body)),
    vector(
      `${name}, changed`,
      { text: body },
      {
        received: { text: body.replace('"message":"', '"message":"!') },
        expect: 'no_matching_signature',
      },
    ),
  ]
})

/** JSON may end in any amount of white space, so a large body needs no large file. */
function largeVector(name: string, times: number): Vector {
  return vector(name, { before: plain, repeat: ' ', times })
}

const largeBodies = [
  largeVector('an event of 20 kB', 20_000),
  largeVector('an event of 1 MiB', 1_048_576),
  largeVector('an event of 5 MiB', 5 * 1_048_576),
  vector(
    'one byte more at the end of 1 MiB',
    { before: plain, repeat: ' ', times: 1_048_576 },
    {
      received: { before: plain, repeat: ' ', times: 1_048_577 },
      expect: 'no_matching_signature',
    },
  ),
]

const invalidUtf8: { [name: string]: number[] } = {
  'a lone continuation byte': [0x80],
  'a byte that never occurs': [0xff],
  'a sequence cut short': [0xe2, 0x82],
  'an overlong slash': [0xc0, 0xaf],
  'an encoded surrogate': [0xed, 0xa0, 0x80],
  'a code point beyond the last': [0xf4, 0x90, 0x80, 0x80],
  'Latin-1': [0xe9],
  gzip: [0x1f, 0x8b, 0x08, 0x00],
}

const notUtf8 = Object.entries(invalidUtf8).flatMap(([name, middle]) => {
  const [before = '', after = ''] = event({ data: { object: { message: '|' } } }).split('|')
  const sentBytes = Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)])
  return [
    vector(`${name} in the body`, base64(sentBytes), {
      expect: 'payload_not_utf8',
      standardwebhooks: 'refuses',
      divergence: 'decodes_body',
    }),
    vector(
      `${name} where U+FFFD was signed`,
      { text: sentBytes.toString() },
      {
        received: base64(sentBytes),
        expect: 'no_matching_signature',
        standardwebhooks: 'accepts',
        divergence: 'decodes_body',
      },
    ),
  ]
})

const changedBytes = [0, 1, 10, 57, 100, plain.length - 2, plain.length - 1].flatMap((index) =>
  [0x01, 0x20, 0x80].map((mask) => {
    const bytes = Buffer.from(plain)
    bytes[index] = (bytes[index] ?? 0) ^ mask
    return vector(
      `byte ${index} of the body, bits ${mask.toString(2)} flipped`,
      { text: plain },
      {
        received: base64(bytes),
        expect: 'no_matching_signature',
      },
    )
  }),
)

/** The vectors of the texts and bytes of a body, and of changes to it on the way. */
export const bodyVectors: Vector[] = [...unicode, ...largeBodies, ...notUtf8, ...changedBytes]
