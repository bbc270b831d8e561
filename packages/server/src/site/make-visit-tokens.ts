import { randomBytes } from 'node:crypto'
import { toTimestamp } from '@doorkit/models'
import { siteLimits } from '@doorkit/models/site'
import type { Context } from '../commit/request-context.ts'
import type { PagePrincipal, VisitorPrincipal } from '../requests/principal.ts'
import { writeToken } from '../secrets/site-tokens.ts'

/** The ids of a visit and its visitor. */
export interface VisitIds {
  readonly visitor: string
  readonly visit: string
  /** Whether later visits may have the same visitor. */
  readonly isKept: boolean
}

/** Makes the tokens of a visit. Without `isKept`, the visitor token is null. */
export function makeVisitTokens(
  { vault, clock, principal, workspace }: Context<PagePrincipal | VisitorPrincipal>,
  { visitor, visit, isKept }: VisitIds,
) {
  const now = clock.now()
  const { siteKey, origin } = principal
  const claims = { workspace: workspace.id, key: siteKey.id, origin, visitor }
  const visitorEnd = now + siteLimits.visitorTokenSeconds * 1_000
  const visitEnd = now + siteLimits.visitTokenSeconds * 1_000
  return {
    visitor_token: isKept
      ? writeToken(vault, 'visitor', { ...claims, visit: null, expiresAt: visitorEnd })
      : null,
    visitor_expires_at: isKept ? toTimestamp(visitorEnd) : null,
    visit_token: writeToken(vault, 'visit', { ...claims, visit, expiresAt: visitEnd }),
    visit_expires_at: toTimestamp(visitEnd),
  }
}

/** Makes a visitor id that nobody can guess. */
export function newVisitorId(): string {
  return `vtr_${randomBytes(16).toString('base64url')}`
}
