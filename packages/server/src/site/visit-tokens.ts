import { toTimestamp } from '@doorkit/models'
import { siteLimits } from '@doorkit/models/site'
import type { PagePrincipal, RequestPrincipal, VisitorPrincipal } from '../kit/principal.ts'
import type { Services } from '../kit/services.ts'
import { writeToken } from './tokens.ts'

/** Makes the two tokens of a visit, good from now on. */
export function makeTokens(
  { vault, clock }: Pick<Services, 'vault' | 'clock'>,
  { principal: { key, origin }, workspace }: RequestPrincipal<PagePrincipal | VisitorPrincipal>,
  { visitor, visit }: { readonly visitor: string; readonly visit: string },
) {
  const now = clock.now()
  const claims = { workspace: workspace.id, key: key.id, origin, visitor }
  const visitorEnd = now + siteLimits.visitorTokenSeconds * 1_000
  const visitEnd = now + siteLimits.visitTokenSeconds * 1_000
  return {
    visitor_token: writeToken(vault, 'visitor', { ...claims, visit: null, expiresAt: visitorEnd }),
    visitor_expires_at: toTimestamp(visitorEnd),
    visit_token: writeToken(vault, 'visit', { ...claims, visit, expiresAt: visitEnd }),
    visit_expires_at: toTimestamp(visitEnd),
  }
}
