import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from '@doorkit/models'

/** The options of {@link signVisitor}. */
export interface VisitorToSign {
  /** The identity secret of the workspace. */
  readonly secret: string
  /** The id of the workspace. */
  readonly workspace: string
  /** The email address of the signed-in person. */
  readonly email: string
  /** How long the signature is valid, in seconds. Default 3,600. */
  readonly expiresInSeconds?: number | undefined
  /** The time, in milliseconds since the epoch. Default: the machine's time. */
  readonly now?: number | undefined
}

/** The identity that a page sends to sign its visitor in. */
export interface SignedVisitor {
  /** In lower case. */
  readonly email: string
  /** Seconds since the Unix epoch. */
  readonly expires: number
  /** HMAC-SHA256, in hexadecimal. */
  readonly signature: string
}

/**
 * Signs the identity of a visitor, on the website's server. The page sends the result to
 * `POST /visits/identity`, and the visitor is this person from then on.
 */
export function signVisitor({
  secret,
  workspace,
  email: given,
  expiresInSeconds = 3_600,
  now = Date.now(),
}: VisitorToSign): SignedVisitor {
  const email = normalizeEmail(given)
  const expires = Math.floor(now / 1_000) + expiresInSeconds
  return { email, expires, signature: signatureOf(secret, workspace, email, expires) }
}

/** Whether a signature was made with the secret, for this workspace, and has not expired. */
export function isSignedVisitor(
  { email, expires, signature }: SignedVisitor,
  { secret, workspace, now }: { secret: string; workspace: string; now: number },
): boolean {
  const expected = Buffer.from(signatureOf(secret, workspace, email, expires))
  const given = Buffer.from(signature)
  const isSame = given.length === expected.length && timingSafeEqual(given, expected)
  return isSame && expires * 1_000 > now
}

function signatureOf(secret: string, workspace: string, email: string, expires: number): string {
  const text = `v1.${workspace}.${normalizeEmail(email)}.${expires}`
  return createHmac('sha256', secret).update(text).digest('hex')
}
