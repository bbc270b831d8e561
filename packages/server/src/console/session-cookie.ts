import type { Signer } from '../secrets/encryption.ts'
import type { ConsoleRequest } from './console-options.ts'
import { readConsoleToken, type SessionRef, writeConsoleToken } from './signed-console-tokens.ts'

// Browsers accept a cookie whose name has this prefix only over HTTPS and only from this host, so no
// other site can set it.
const secureName = '__Host-doorkit_console'
const plainName = 'doorkit_console'

/** The conditions that decide where a cookie is valid. */
interface CookieConditions {
  /** Whether the browser reached the console over HTTPS. */
  readonly secure: boolean
  /** The path of the console. */
  readonly path: string
  /** Whether pages of other sites may show the console in a frame. */
  readonly framed: boolean
}

/** The session in the cookie of a request; null without a valid one. */
export function readSessionCookie(vault: Signer, request: ConsoleRequest): SessionRef | null {
  const cookies = new Map(
    (request.header('cookie') ?? '').split(/[;,]/).map((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      return [name, value.join('=')]
    }),
  )
  const secure = cookies.get(secureName)
  if (secure !== undefined) return readConsoleToken(vault, 'secure cookie', secure)
  return readConsoleToken(vault, 'plain cookie', cookies.get(plainName) ?? '')
}

/** The header `Set-Cookie` that stores the cookie of a session, or removes it if `maxAgeSeconds` is 0. */
export function writeSessionCookie(
  vault: Signer,
  session: SessionRef,
  { secure, path, framed }: CookieConditions,
  maxAgeSeconds: number,
): string {
  const token = writeConsoleToken(vault, secure ? 'secure cookie' : 'plain cookie', session)
  const sites = framed && secure ? 'SameSite=None; Partitioned' : 'SameSite=Strict'
  const where = secure
    ? `${secureName}=${token}; Path=/; Secure`
    : `${plainName}=${token}; Path=${path}/`
  return `${where}; HttpOnly; ${sites}; Max-Age=${maxAgeSeconds}`
}
