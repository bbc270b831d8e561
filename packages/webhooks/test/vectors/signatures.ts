import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { plain, vector } from './delivery.ts'
import { secrets } from './secrets.ts'
import type { Vector } from './vector.ts'

const key = Buffer.from((secrets.current ?? '').replace('whsec_', ''), 'base64')
const otherSignature = `v1,${'A'.repeat(43)}=`
const entries = (count: number) => Array.from({ length: count }, () => otherSignature).join(' ')

/** The vectors of the signature header and its spellings. */
export const signatureVectors: Vector[] = [
  ...[1, 2, 4, 8, 15].map((before) =>
    vector(
      `the right entry after ${before} others`,
      { text: plain },
      {
        signatureHeader: (right) => `${entries(before)} ${right}`,
      },
    ),
  ),
  ...[16, 17, 400].map((before) =>
    vector(
      `the right entry after ${before} others`,
      { text: plain },
      {
        signatureHeader: (right) => `${entries(before)} ${right}`,
        expect: 'no_matching_signature',
        standardwebhooks: 'accepts',
        divergence: 'unlimited_entries',
      },
    ),
  ),
  ...Object.entries({
    'an entry of an unknown version before': (right: string) => `v2,abc ${right}`,
    'an ed25519 entry before': (right: string) => `v1a,${'A'.repeat(86)}== ${right}`,
    'an ed25519 entry after': (right: string) => `${right} v1a,${'A'.repeat(86)}==`,
    'a malformed entry before': (right: string) => `nonsense ${right}`,
    'an empty v1 entry before': (right: string) => `v1, ${right}`,
    'two spaces between entries': (right: string) => `${otherSignature}  ${right}`,
    'a space at both ends': (right: string) => ` ${right} `,
    'two headers joined by a comma, the right one first': (right: string) =>
      `${right}, ${otherSignature}`,
    'two headers joined by a comma, the right one last': (right: string) =>
      `${otherSignature}, ${right}`,
    'the right entry twice': (right: string) => `${right} ${right}`,
  }).map(([name, signatureHeader]) => vector(name, { text: plain }, { signatureHeader })),
  ...Object.entries({
    'only an ed25519 entry': () => `v1a,${'A'.repeat(86)}==`,
    'only an unknown version': (right: string) => right.replace('v1,', 'v2,'),
    'the version in capitals': (right: string) => right.replace('v1,', 'V1,'),
    'no version': (right: string) => right.replace('v1,', ''),
    'another character between version and signature': (right: string) => right.replace(',', '='),
    'a single space': () => ' ',
  }).map(([name, signatureHeader]) =>
    vector(name, { text: plain }, { signatureHeader, expect: 'unsupported_signature' }),
  ),
  ...Object.entries({
    'an empty v1 entry': () => 'v1,',
    'a signature without padding': (right: string) => right.replace('=', ''),
    'a signature with too much padding': (right: string) => `${right}=`,
    'a signature in hexadecimal': (right: string) =>
      `v1,${Buffer.from(right.slice(3), 'base64').toString('hex')}`,
    'a signature in capitals': (right: string) => `v1,${right.slice(3).toUpperCase()}`,
    'a signature cut short': (right: string) => right.slice(0, -5),
    'a signature with another spelling of its last digit': (right: string) =>
      right.replace(/.=$/, (last) => `${nextDigit(last)}=`),
    'entries joined by a tab': (right: string) => `${otherSignature}\t${right}`,
    'a newline after the signature': (right: string) => `${right}\n`,
    'a signature over the body alone': () =>
      `v1,${createHmac('sha256', key).update(plain).digest('base64')}`,
  }).map(([name, signatureHeader]) =>
    vector(name, { text: plain }, { signatureHeader, expect: 'no_matching_signature' }),
  ),
  vector(
    'something more after the signature',
    { text: plain },
    {
      signatureHeader: (right) => `${right},more`,
      expect: 'no_matching_signature',
      standardwebhooks: 'accepts',
      divergence: 'ignores_rest_of_entry',
    },
  ),
]

/** The digit after a base64 digit: it differs in the bits that a SHA-256 in base64 leaves unused. */
function nextDigit(last: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return digits[digits.indexOf(last.charAt(0)) + 1] ?? 'B'
}
