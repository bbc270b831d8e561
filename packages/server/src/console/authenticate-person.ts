import { hash } from 'node:crypto'
import { roleScopes, roles } from '@doorkit/models'
import * as z from 'zod'
import { getTogether } from '../collections/collection.ts'
import { consoleSessions } from '../collections/console-session.ts'
import { workspaces } from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import { Failure } from '../errors/failure.ts'
import type { Authenticate } from '../http/pipeline/audience.ts'
import type { HttpRequest } from '../http/pipeline/http-request.ts'
import type { PersonPrincipal, PersonSession, RequestPrincipal } from '../requests/principal.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import { checkOrigin } from './check-origin.ts'
import type { ConsoleAccess, ConsoleOptions } from './console-options.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { SessionRef } from './signed-console-tokens.ts'

export interface PersonCredential {
  readonly request: HttpRequest
  /** The session that the cookie of the request names; null without a valid cookie. */
  readonly session: SessionRef | null
}

const text = z.string().min(1).max(200)

/** The schema of {@link ConsoleAccess}. */
export const AccessInput = z.strictObject({
  workspace: z.string(),
  person: z.strictObject({ id: text, name: text }),
  role: z.enum(roles),
})

/**
 * Finds the person who sends a request: by the session that a link has opened, or else by the host's
 * own sign-in. The session is read for each request, so signing out ends it immediately.
 */
export function authenticatePerson(options: ConsoleOptions): Authenticate<PersonCredential> {
  return {
    read(services, request) {
      checkOrigin(request, options)
      return { request, session: readSessionCookie(services.vault, request) }
    },
    known: () => null,
    async find(services, { request, session }) {
      const found =
        (session && (await findBySession(services, session))) ??
        (await findByHost(services, request, options.authorize))
      if (found) return found
      const detail = 'Nobody is signed in. Sign in again, or open a new link to the console.'
      throw new Failure('authentication_required', detail)
    },
  }
}

async function findBySession(
  { store, clock }: Services,
  { id, workspace: workspaceId }: SessionRef,
): Promise<RequestPrincipal<PersonPrincipal> | null> {
  const refs = [consoleSessions.ref(workspaceId, id), workspaces.ref(workspaceId)] as const
  const [session, workspace] = await getTogether(store, refs)
  if (!session || !workspace) return null
  const { opened_at, expires_at } = session.columns
  if (opened_at === null || expires_at <= clock.now()) return null
  const { person, role } = session.data
  return {
    principal: toPrincipal({ workspace: workspaceId, person, role }, { id, expiresAt: expires_at }),
    workspace,
  }
}

async function findByHost(
  { store }: Services,
  request: HttpRequest,
  authorize: ConsoleOptions['authorize'],
): Promise<RequestPrincipal<PersonPrincipal> | null> {
  const given = await authorize(request)
  if (given === null) return null
  const access = check(AccessInput, given, 'authorize()')
  const workspace = await findWorkspace(store, access.workspace)
  return { principal: toPrincipal(access, null), workspace }
}

function toPrincipal(
  { workspace, person, role }: ConsoleAccess,
  session: PersonSession | null,
): PersonPrincipal {
  const id = `person_${hash('sha256', JSON.stringify([workspace, person.id]), 'base64url')}`
  return { kind: 'person', id, scopes: roleScopes[role], role, person, session }
}
