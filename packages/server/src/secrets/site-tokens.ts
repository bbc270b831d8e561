import type { Signer } from './encryption.ts'

/** The claims of a token of the site API: the visitor whom the token names, and where the token works. */
export interface TokenClaims {
  readonly workspace: string
  /** The site key that the token was made with. The token stops working together with the key. */
  readonly key: string
  /** The origin whose pages may use it. */
  readonly origin: string
  readonly visitor: string
  /** The visit; null in a visitor token or preview token. */
  readonly visit: string | null
  /** When the token expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The prefix of each kind of token. A preview token is for the workspace, and names no visitor. */
export const tokenPrefixes = { visitor: 'dvr_', visit: 'dvt_', preview: 'dvp_' } as const

type TokenKind = keyof typeof tokenPrefixes

/** Makes a signed token. It is not stored: any process with the signing key can check it. */
export function writeToken(vault: Signer, kind: TokenKind, claims: TokenClaims): string {
  const { workspace, key, origin, visitor, visit, expiresAt } = claims
  const fields = [workspace, key, origin, visitor, visit, expiresAt]
  const text = `${tokenPrefixes[kind]}${Buffer.from(JSON.stringify(fields)).toString('base64url')}`
  return `${text}.${vault.sign(signedText(text))}`
}

/** Reads the claims of a token; null if its signature is wrong, it is of another kind, or it has expired. */
export function readToken(
  vault: Signer,
  kind: TokenKind,
  token: string,
  now: number,
): TokenClaims | null {
  const [text = '', signature = '', ...more] = token.split('.')
  const prefix = tokenPrefixes[kind]
  if (!text.startsWith(prefix) || more.length > 0) return null
  if (!vault.verifies(signedText(text), signature)) return null
  const json = Buffer.from(text.slice(prefix.length), 'base64url').toString()
  const fields: [string, string, string, string, string | null, number] = JSON.parse(json)
  const [workspace, key, origin, visitor, visit, expiresAt] = fields
  return expiresAt > now ? { workspace, key, origin, visitor, visit, expiresAt } : null
}

const signedText = (text: string) => `site token\n${text}`
