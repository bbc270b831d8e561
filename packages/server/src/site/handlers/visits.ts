import { countVisitStage } from '../../analytics/count-stage.ts'
import { readVisit } from '../../collections/visit.ts'
import { commitChange } from '../../commit/commit-change.ts'
import { declareWinnerIfAny } from '../../experiments/declare-winner.ts'
import { beginVisit } from '../begin-visit.ts'
import { chooseOpening } from '../choose-opening.ts'
import { identifyVisitor } from '../identify-visitor.ts'
import { readGreeting } from '../link-greeting.ts'
import { findShown, noteShown } from '../shown-openings.ts'
import type { SiteHandlers } from './site-handlers.ts'

export const visits: SiteHandlers['visits'] = {
  begin: ({ body }, context) => beginVisit(context, body),

  async openPage({ body: { page_url } }, context) {
    const { workspace, principal, store, clock } = context
    const [opening, greeting] = await Promise.all([
      chooseOpening(context, workspace.id, page_url, principal.id),
      readGreeting(context, workspace.id, page_url),
    ])
    if (opening) {
      const visit = await readVisit(store, workspace.id, principal.visit, clock.now())
      await noteShown(context, visit, opening)
    }
    return { object: 'site_page', opening, greeting }
  },

  async see({ body: { seen = 'opening', variant } }, context) {
    const { workspace, principal, store } = context
    const stage = seen === 'chat' ? 'chats_opened' : 'openings_seen'
    const counted = await commitChange(context, workspace.id, async (at) => {
      const visit = await readVisit(store, workspace.id, principal.visit, at)
      const opening = variant === undefined ? null : await findShown(context, visit, variant)
      const { ops, experiment } = visit
        ? await countVisitStage(context, visit, stage, at, opening ?? visit.data)
        : { ops: [], experiment: null }
      return { ops, reply: experiment }
    })
    await declareWinnerIfAny(context, workspace.id, counted)
    return { object: 'sight' }
  },

  identify: ({ body }, context) => identifyVisitor(context, body),
}
