import type { Signer } from '../secrets/encryption.ts'

/** The content of a link or a cookie: a session and its workspace. */
export interface SessionRef {
  readonly id: string
  readonly workspace: string
}

/**
 * A link opens a session once. The cookies for HTTPS and for plain HTTP have different names, and a
 * token of one is not valid in the other.
 */
export type ConsoleTokenKind = 'link' | 'secure cookie' | 'plain cookie'

/** Signs a token, so that a forged token is refused without a read of the store. */
export function writeConsoleToken(
  vault: Signer,
  kind: ConsoleTokenKind,
  { id, workspace }: SessionRef,
): string {
  const text = `${workspace}.${id}`
  return `${text}.${vault.sign(signedText(kind, text))}`
}

/** The session of a token; null if its signature is wrong or it is of another kind. */
export function readConsoleToken(
  vault: Signer,
  kind: ConsoleTokenKind,
  token: string,
): SessionRef | null {
  const [workspace = '', id = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !vault.verifies(signedText(kind, `${workspace}.${id}`), signature)) {
    return null
  }
  return { id, workspace }
}

const signedText = (kind: ConsoleTokenKind, text: string) => `console ${kind}\n${text}`
