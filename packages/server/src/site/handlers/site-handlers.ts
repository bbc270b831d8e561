import type { siteApi } from '@doorkit/models/site'
import type { HandlersOf } from '../../handlers/handler-types.ts'
import type { PagePrincipal, VisitorPrincipal } from '../../requests/principal.ts'

type OfVisitors = HandlersOf<typeof siteApi, VisitorPrincipal>
type OfPages = HandlersOf<typeof siteApi, PagePrincipal>

/** Every handler of the site API. Pages call `visits.begin`, and visitors everything else. */
export type SiteHandlers = Omit<OfVisitors, 'visits'> & {
  readonly visits: Omit<OfVisitors['visits'], 'begin'> & Pick<OfPages['visits'], 'begin'>
}
