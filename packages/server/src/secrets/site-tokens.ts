import type { Signer } from './encryption.ts'

/** What a token of the site API says: whom it names, and where it is good. */
export interface TokenClaims {
  readonly workspace: string
  /** The site key that it was made with: it ends with the key. */
  readonly key: string
  /** The origin whose pages may use it. */
  readonly origin: string
  readonly visitor: string
  /** The visit; null in the token of a visitor. */
  readonly visit: string | null
  /** In milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The kinds of tokens, by how they begin. That of a preview names a workspace alone. */
export const tokenPrefixes = { visitor: 'dvr_', visit: 'dvt_', preview: 'dvp_' } as const

type TokenKind = keyof typeof tokenPrefixes

/**
 * Signs a token. Nothing of it is stored: any process that has the key which signs can check it.
 */
export function writeToken(vault: Signer, kind: TokenKind, claims: TokenClaims): string {
  const { workspace, key, origin, visitor, visit, expiresAt } = claims
  const fields = [workspace, key, origin, visitor, visit, expiresAt]
  const text = `${tokenPrefixes[kind]}${Buffer.from(JSON.stringify(fields)).toString('base64url')}`
  return `${text}.${vault.sign(signedText(text))}`
}

/** What a token says; null for one that was not made here, was changed, or has expired. */
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
  const fields = JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString())
  const [workspace, key, origin, visitor, visit, expiresAt] = fields as [
    string,
    string,
    string,
    string,
    string | null,
    number,
  ]
  return expiresAt > now ? { workspace, key, origin, visitor, visit, expiresAt } : null
}

const signedText = (text: string) => `site token\n${text}`
