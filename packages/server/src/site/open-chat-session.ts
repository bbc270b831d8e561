import { countVisitStage } from '../analytics/count-stage.ts'
import {
  type ChatSessionData,
  chatSessions,
  newSessionColumns,
} from '../collections/chat-session.ts'
import { siteVisitors } from '../collections/site-visitor.ts'
import { anonymousVisitId, readVisit } from '../collections/visit.ts'
import { commitChange } from '../commit/commit-change.ts'
import type { Context } from '../commit/request-context.ts'
import { factsOfVisit, startConversation } from '../conversations/start-conversation.ts'
import { declareWinnerIfAny } from '../experiments/declare-winner.ts'
import type { VisitorPrincipal } from '../requests/principal.ts'
import { findVisitor, sessionOf } from './visitor-conversation.ts'

/**
 * Returns the id of a visitor's chat session. If there is none, opens one with a conversation that
 * belongs to the visit, and counts an opened chat. Two first messages that arrive at the same time open
 * only one session.
 */
export async function openSession(context: Context<VisitorPrincipal>): Promise<string> {
  const { workspace, principal, store } = context
  const known = await sessionOf(context, await findVisitor(context))
  if (known) return known.id
  // The reply names the opening test that counted the opened chat.
  type Reply = { readonly id: string; readonly experiment: string | null }
  const opened = await commitChange<Reply>(context, workspace.id, async (at) => {
    const row = await findVisitor(context)
    const earlier = await sessionOf(context, row)
    if (earlier) return { ops: [], reply: { id: earlier.id, experiment: null } }
    const id = context.makeId('chatSession')
    const conversation = context.makeId('conversation')
    const visit = await readVisit(store, workspace.id, principal.visit, at)
    const test = visit?.data.test ?? false
    const email = row?.columns.email ?? null
    const data: ChatSessionData = {
      channel: 'website',
      status: 'open',
      visitor: { email, name: null, external_id: null },
      context: {},
    }
    const { id: visitor, origin } = principal
    const columns = {
      workspace: workspace.id,
      visitor,
      email,
      visit: anonymousVisitId(visit),
      seen_at: at,
    }
    const counted = visit && (await countVisitStage(context, visit, 'chats_opened', at))
    return {
      ops: [
        chatSessions.insert(id, newSessionColumns(workspace.id, conversation, at), data),
        startConversation(
          conversation,
          {
            columns: { workspace: workspace.id, visitor_email: email, test: Number(test) },
            data: { ...factsOfVisit(visit), channel: 'website', counted: !test },
          },
          at,
        ),
        row
          ? siteVisitors.edit(row, { set: { seen_at: at }, data: { session: id, origin, test } })
          : siteVisitors.insert(visitor, columns, { session: id, origin, test }),
        ...(counted?.ops ?? []),
      ],
      reply: { id, experiment: counted?.experiment ?? null },
    }
  })
  await declareWinnerIfAny(context, workspace.id, opened.experiment)
  return opened.id
}
