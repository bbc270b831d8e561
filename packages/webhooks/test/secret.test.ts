import { afterEach, expect, test, vi } from 'vitest'
import { generateWebhookSecret } from '../src/index.ts'
import { macsOf, readSecrets } from '../src/secret.ts'
import { codeOf } from './code-of.ts'

const macOf = (secret: string) => macsOf({ secret })[0]
const digits = 'A'.repeat(44)

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['another prefix in the middle', `${digits}whsk_${digits}`],
  ['padding in the middle', `${digits}=${digits}`],
  ['another character before the digits', `--${digits}`],
  ['another character after the digits', `${digits}--`],
  ['a number of digits that no bytes have', `${digits}A`],
])('a secret with %s is not base64', (_fault, secret) => {
  for (const text of [secret, `whsec_${secret}`]) {
    expect(codeOf(() => macOf(text))).toBe('secret_not_base64')
  }
})

test('the signing key of a secret is prepared once, for the last 256 secrets', () => {
  const secrets = Array.from({ length: 257 }, generateWebhookSecret)
  const [first = '', second = '', third = ''] = secrets
  const last = secrets.pop() ?? ''
  const macs = secrets.map(macOf)
  expect(secrets.map(macOf).every((mac, at) => mac === macs[at])).toBe(true)
  macOf(last)
  expect([macOf(second) === macs[1], macOf(third) === macs[2]]).toEqual([true, true])
  expect(macOf(first)).not.toBe(macs[0])
})

test.each([undefined, {}, { env: {} }])(
  'if `process` is %j, the environment has no secret',
  async (value) => {
    vi.stubGlobal('process', value)
    const secrets = readSecrets({})
    vi.unstubAllGlobals()
    expect(await secrets).toEqual({ secret: '' })
  },
)
