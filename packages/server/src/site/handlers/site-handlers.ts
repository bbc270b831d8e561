import type { siteApi } from '@doorkit/models/site'
import type { HandlersOf } from '../../handlers/handler-types.ts'
import type { PagePrincipal, VisitorPrincipal } from '../../requests/principal.ts'

type VisitorHandlers = HandlersOf<typeof siteApi, VisitorPrincipal>
type PageHandlers = HandlersOf<typeof siteApi, PagePrincipal>

/** Every handler of the site API. Pages call `visits.begin`, and visitors everything else. */
export type SiteHandlers = Omit<VisitorHandlers, 'visits'> & {
  readonly visits: Omit<VisitorHandlers['visits'], 'begin'> & Pick<PageHandlers['visits'], 'begin'>
}
