import { randomBytes } from 'node:crypto'
import { consoleLimits } from '@doorkit/models/console'
import * as z from 'zod'
import { equals, listPages } from '../collections/collection.ts'
import { consoleSessions } from '../collections/console-session.ts'
import { check } from '../errors/check-input.ts'
import type { Vault } from '../secrets/encryption.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services, StoreServices } from '../services/services.ts'
import { AccessInput } from './authenticate-person.ts'
import { readConsoleToken, type SessionRef, writeConsoleToken } from './signed-console-tokens.ts'

const { linkSeconds, longestLinkSeconds, sessionSeconds, longestSessionSeconds } = consoleLimits

const LinkInput = AccessInput.extend({
  /** The address of the console, such as `https://app.example.com/console`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** How long the link is valid, in seconds: up to a week. Default 600. */
  openWithinSeconds: z.int().min(1).max(longestLinkSeconds).default(linkSeconds),
  /** How long the session of the link lasts, in seconds: up to 30 days. Default 12 hours. */
  sessionSeconds: z.int().min(60).max(longestSessionSeconds).default(sessionSeconds),
})

/** The person of a link, the address of the console, and how long the link and its session last. */
export type SignInLinkInput = z.input<typeof LinkInput>

/** A link that signs one person in, once. Anybody who has it can open it: send it only to that person. */
export interface SignInLink {
  /** The whole address, with the token after `#`. */
  readonly url: string
  /** The time from which the link can no longer be opened, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Signs people in to the console by links. */
export interface SignInLinks {
  /**
   * Makes a link that signs a person in to the console, once.
   *
   * @throws KitError `not_found` for an unknown workspace, `invalid_input` for an unusable person, role,
   * address or time.
   */
  createLink(input: SignInLinkInput): Promise<SignInLink>
  /**
   * Ends the sessions of one person, or of everybody in a workspace, and their unopened links.
   *
   * @param options.person - your own id for the person. Default: everybody.
   */
  endSessions(options: {
    readonly workspace: string
    readonly person?: string | undefined
  }): Promise<void>
}

export function manageSignInLinks(
  opened: () => Promise<StoreServices>,
  vault: () => Promise<Vault>,
): SignInLinks {
  return {
    async createLink(input) {
      const { baseUrl, openWithinSeconds, sessionSeconds, ...access } = check(LinkInput, input)
      const { store, clock } = await opened()
      const { id: workspace } = await findWorkspace(store, access.workspace)
      const id = randomBytes(18).toString('base64url')
      const now = clock.now()
      const expiresAt = now + openWithinSeconds * 1_000
      const columns = { workspace, created_at: now, opened_at: null, expires_at: expiresAt }
      const { person, role } = access
      const data = { person, role, lastsMs: sessionSeconds * 1_000 }
      await store.commit([consoleSessions.insert(id, columns, data)])
      const token = writeConsoleToken(await vault(), 'link', { id, workspace })
      // Browsers never send the part after `#`. So the token is in no server's log, and a mail scanner
      // that requests the address does not use up the link.
      return { url: `${baseUrl.replace(/\/+$/, '')}/sign-in#${token}`, expiresAt }
    },
    async endSessions({ workspace, person }) {
      const { store } = await opened()
      const where = [equals('workspace', workspace)]
      const pages = listPages(store, consoleSessions, 'console_sessions_created', where)
      for await (const rows of pages) {
        const ending = rows.filter(({ data }) => person === undefined || data.person.id === person)
        // A commit for all of them would end none if somebody signed out of one at the same time.
        await Promise.all(
          ending.map(({ id }) => store.commit([consoleSessions.remove(workspace, id)])),
        )
      }
    },
  }
}

/** Opens the session of a link; null if the link is not valid, was opened before or has expired. */
export async function openLink(
  { vault, store, clock }: Services,
  token: string,
): Promise<{ readonly session: SessionRef; readonly lastsMs: number } | null> {
  const session = readConsoleToken(vault, 'link', token)
  const row = session && (await consoleSessions.get(store, session.workspace, session.id))
  const now = clock.now()
  if (!row || row.columns.expires_at <= now) return null
  const { lastsMs } = row.data
  const set = { opened_at: now, expires_at: now + lastsMs }
  const { ok } = await store.commit([
    consoleSessions.patch(
      session.workspace,
      row.id,
      { set },
      { ifRev: row.rev, when: [{ column: 'opened_at', op: 'isNull', value: true }] },
    ),
  ])
  return ok ? { session, lastsMs } : null
}
