import { countVisitStage } from '../../analytics/count-stage.ts'
import { experimentArms } from '../../collections/experiment-arm.ts'
import { readVisit } from '../../collections/visit.ts'
import { commitChange } from '../../commit/commit-change.ts'
import type { Context } from '../../commit/context.ts'
import { Failure } from '../../errors/failure.ts'
import { judgeCount } from '../../experiments/declare-winner.ts'
import { beginVisit } from '../begin-visit.ts'
import { chooseOpening } from '../choose-opening.ts'
import { readGreeting } from '../greeting.ts'
import { identifyVisitor } from '../identify-visitor.ts'
import type { SiteHandlers } from './site-handlers.ts'

export const visits: SiteHandlers['visits'] = {
  begin: ({ body }, context) => beginVisit(context, body),

  async openPage({ body: { page_url } }, context) {
    const { workspace, principal } = context
    const [opening, greeting] = await Promise.all([
      chooseOpening(context, workspace.id, page_url, principal.id),
      readGreeting(context, workspace.id, page_url),
    ])
    return { object: 'site_page', opening, greeting }
  },

  async see({ body: { seen = 'opening', variant } }, context) {
    const { workspace, principal, store } = context
    const stage = seen === 'chat' ? 'chats_opened' : 'openings_seen'
    const shown = await openingOf(context, variant)
    const counted = await commitChange(context, workspace.id, async (at) => {
      const visit = await readVisit(store, workspace.id, principal.visit, at)
      const { ops, experiment } = visit
        ? await countVisitStage(context, visit, stage, at, shown ?? visit.data)
        : { ops: [], experiment: null }
      return { ops, reply: experiment }
    })
    await judgeCount(context, workspace.id, counted)
    return { object: 'sight' }
  },

  identify: ({ body }, context) => identifyVisitor(context, body),
}

/** @throws Failure `unprocessable` for a variant that the workspace does not have. */
async function openingOf({ store, workspace }: Context, variant: string | undefined) {
  if (variant === undefined) return null
  const arm = await experimentArms.get(store, workspace.id, variant)
  if (arm) return { experiment: arm.columns.experiment, variant }
  const detail = 'This workspace has no such variant. Send the one from `opening`.'
  throw new Failure('unprocessable', detail, { param: 'variant' })
}
