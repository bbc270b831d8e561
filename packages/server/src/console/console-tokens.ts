import type { Signer } from '../secrets/encryption.ts'

/** What a link and a cookie name: a session and its workspace. */
export interface SessionName {
  readonly id: string
  readonly workspace: string
}

/** A link opens a session once. A cookie is good over HTTPS, or over plain HTTP, as it was given. */
export type ConsoleTokenKind = 'link' | 'secure cookie' | 'plain cookie'

/** Signs a token: one that was made up is refused without a look at the store. */
export function writeConsoleToken(
  vault: Signer,
  kind: ConsoleTokenKind,
  { id, workspace }: SessionName,
): string {
  const text = `${workspace}.${id}`
  return `${text}.${vault.sign(signedText(kind, text))}`
}

/** The session that a token names; null for one that was not made here or is of another kind. */
export function readConsoleToken(
  vault: Signer,
  kind: ConsoleTokenKind,
  token: string,
): SessionName | null {
  const [workspace = '', id = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !vault.verifies(signedText(kind, `${workspace}.${id}`), signature)) {
    return null
  }
  return { id, workspace }
}

const signedText = (kind: ConsoleTokenKind, text: string) => `console ${kind}\n${text}`
