import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSigner, generateMasterKey } from '../../src/secrets/encryption.ts'
import { readToken, writeToken } from '../../src/secrets/site-tokens.ts'

const signer = createSigner(generateMasterKey().key)
const claims = {
  workspace: 'ws_1',
  key: 'pk_live_1',
  origin: 'https://acme.example',
  visitor: 'vtr_1',
  visit: 'vis_1',
  expiresAt: 1_000,
}

test('a token returns its claims until it expires, for its kind and its signing key only', () => {
  const token = writeToken(signer, 'visit', claims)
  expect(readToken(signer, 'visit', token, 999)).toEqual(claims)
  expect(readToken(signer, 'visit', token, 1_000)).toBe(null)
  expect(readToken(signer, 'visitor', token, 999)).toBe(null)
  expect(readToken(createSigner(generateMasterKey().key), 'visit', token, 999)).toBe(null)
})

test('a token with any character changed, added or left out is refused', () => {
  const token = writeToken(signer, 'visit', claims)
  const alphabet = [...'abcXYZ019-_.=+/ ']
  fc.assert(
    fc.property(
      fc.nat(token.length),
      fc.nat(2),
      fc.constantFrom(...alphabet),
      (at, taken, added) => {
        const changed = token.slice(0, at) + added + token.slice(at + taken)
        fc.pre(changed !== token)
        expect(readToken(signer, 'visit', changed, 0)).toBe(null)
        const cut = token.slice(0, Math.min(at, token.length - 1))
        expect(readToken(signer, 'visit', cut, 0)).toBe(null)
      },
    ),
    { numRuns: 300 },
  )
})
