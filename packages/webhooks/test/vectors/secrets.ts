import { Buffer } from 'node:buffer'

const key = (length: number, first: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (first + index * 7) % 256)).toString('base64')

/** The secrets that the vectors name. */
export const secrets: { readonly [name: string]: string } = {
  golden: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  current: `whsec_${key(32, 1)}`,
  previous: `whsec_${key(32, 2)}`,
  older: `whsec_${key(32, 3)}`,
  oldest: `whsec_${key(32, 4)}`,
  ancient: `whsec_${key(32, 5)}`,
  foreign: `whsec_${key(32, 99)}`,
  without_prefix: key(32, 1),
  without_padding: `whsec_${key(32, 1).replace(/=+$/, '')}`,
  of_24_bytes: `whsec_${key(24, 8)}`,
  of_64_bytes: `whsec_${key(64, 8)}`,
  of_65_bytes: `whsec_${key(65, 8)}`,
  of_200_bytes: `whsec_${key(200, 8)}`,
  of_23_bytes: `whsec_${key(23, 8)}`,
  of_1_byte: `whsec_${key(1, 8)}`,
  empty: '',
  prefix_only: 'whsec_',
  newline_after: `whsec_${key(32, 1)}\n`,
  space_before: ` whsec_${key(32, 1)}`,
  space_within: `whsec_ ${key(32, 1)}`,
  v1_before: `v1,whsec_${key(32, 1)}`,
  public_key: `whpk_${key(32, 1)}`,
  private_key: `whsk_${key(32, 1)}`,
  url_safe: `whsec_${'-_'.repeat(22)}`,
  quoted: `"whsec_${key(32, 1)}"`,
  placeholder: 'whsec_...',
}
