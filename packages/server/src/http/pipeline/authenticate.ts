import { createHash, timingSafeEqual } from 'node:crypto'
import { keys, type StoredKey } from '../../collections/api-key.ts'
import { equals } from '../../collections/collection.ts'
import { type StoredWorkspace, workspaces } from '../../collections/workspace.ts'
import { Failure } from '../../errors/failure.ts'
import type { Services } from '../../kit/services.ts'

/** Who is calling. */
export interface Caller {
  readonly key: StoredKey
  readonly workspace: StoredWorkspace
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

/** The form in which the secret of a key is stored. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Finds the key that a request carries and the workspace it belongs to.
 *
 * @throws Failure `authentication_required` or `invalid_api_key` (spec: Authentication 1 and 5).
 */
export async function authenticate(services: Services, request: Request): Promise<Caller> {
  const header = request.headers.get('authorization') ?? ''
  const secret = /^bearer +([^\s,]+)$/i.exec(header)?.[1]
  if (!secret) {
    const detail = 'Send the API key as `Authorization: Bearer <API_KEY>`.'
    throw new Failure('authentication_required', detail, { headers: challenge })
  }
  const digest = digestSecret(secret)
  const key = await keys.first(services.store, 'keys_digest', [equals('digest', digest)])
  const workspace =
    key && isUsable(key, digest, services.clock.now())
      ? await workspaces.get(services.store, key.keys.workspace)
      : null
  if (!key || !workspace) {
    const detail = 'This API key is not valid: it may be mistyped, revoked or expired.'
    throw new Failure('invalid_api_key', detail, { headers: challenge })
  }
  noteUse(services, key)
  return { key, workspace }
}

const noteUseEveryMs = 60_000

/** Remembers when a key was last used, to the minute: not every call is worth a write. */
function noteUse(
  { store, clock, background }: Services,
  { id, keys: { last_used_at } }: StoredKey,
) {
  const now = clock.now()
  if (last_used_at !== null && now - last_used_at < noteUseEveryMs) return
  background(async () => {
    await store.commit([keys.patch(id, { set: { last_used_at: now } })])
  })
}

function isUsable(key: StoredKey, digest: string, now: number): boolean {
  const { revoked_at, expires_at } = key.keys
  const same = timingSafeEqual(Buffer.from(key.keys.digest), Buffer.from(digest))
  return same && revoked_at === null && (expires_at === null || expires_at > now)
}
