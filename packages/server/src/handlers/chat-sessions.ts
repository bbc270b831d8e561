import { type ChatSession, normalizeEmail } from '@doorkit/models'
import { answerTurn, streamTurn } from '../chat/answer-turn.ts'
import { holdTurn } from '../chat/begin-turn.ts'
import { checkChatApi, checkChatLive, countSession } from '../chat/chat-access.ts'
import {
  type ChatSessionData,
  newSessionColumns,
  chatSessions as storedChatSessions,
  toChatSession,
} from '../collections/chat-session.ts'
import { conversations, toTeam } from '../collections/conversation.ts'
import { readTranscriptPages } from '../collections/message.ts'
import { readVisit } from '../collections/visit.ts'
import type { Context } from '../commit/request-context.ts'
import { nameVisitor } from '../conversations/external-id-owner.ts'
import { factsOfVisit, startConversation } from '../conversations/start-conversation.ts'
import { Failure } from '../errors/failure.ts'
import { idFrom } from '../ids/ids.ts'
import { transcriptRows } from '../limits/bounds.ts'
import { findLink } from '../links/count-link-stage.ts'
import { linkOf } from '../links/link-address.ts'
import { JsonStream, PagedList } from '../text/json-stream.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'

const find = finder(storedChatSessions, 'chat session')

/** @throws Failure `unprocessable` for a visit that the workspace does not have, or no longer has. */
async function visitOf({ store, workspace }: Context, id: string | undefined, at: number) {
  if (id === undefined) return null
  const visit = await readVisit(store, workspace.id, id, at)
  if (visit) return visit
  const detail =
    'There is no such visit in this workspace. Send the id that `POST /visits` returned.'
  throw new Failure('unprocessable', detail, { param: 'visit' })
}

export const chatSessions: Handlers['chatSessions'] = {
  create({ body }, context) {
    checkChatApi(context.workspace, context.plans)
    checkChatLive(context.workspace)
    const workspace = context.workspace.id
    const channel = body.channel ?? 'api'
    const email = body.visitor?.email
    return context.write(async (at) => {
      const countOps = await countSession(context, at)
      const id = context.makeId('chatSession')
      const conversation = context.makeId('conversation')
      const link = await findLink(context, workspace, linkOf(body.page_url))
      const visit = await visitOf(context, body.visit, at)
      const visitor_email = email === undefined ? null : normalizeEmail(email)
      const data: ChatSessionData = {
        channel,
        status: 'open',
        visitor: {
          email: visitor_email,
          name: body.visitor?.name ?? null,
          external_id: body.visitor?.external_id ?? null,
        },
        context: body.context ?? {},
      }
      const named = await nameVisitor(context, workspace, visitor_email, data.visitor.external_id)
      const columns = newSessionColumns(workspace, conversation, at)
      const test = visit?.data.test ?? false
      const conversationColumns = { workspace, ...named.columns, test: Number(test) }
      const facts = visit ? { ...factsOfVisit(visit), counted: !test } : {}
      const page = body.page_url === undefined ? {} : { page_url: body.page_url }
      const conversationData = { ...facts, channel, ...page, ...(link ? { link: link.id } : {}) }
      return {
        ops: [
          ...countOps,
          ...named.ops,
          storedChatSessions.insert(id, columns, data),
          startConversation(
            conversation,
            { columns: conversationColumns, data: conversationData },
            at,
          ),
        ],
        reply: toChatSession({ id, columns, data }, toTeam(null), []),
      }
    })
  },

  async get({ id }, context) {
    checkChatApi(context.workspace, context.plans)
    const session = await find(context, id)
    const { store, workspace } = context
    const conversation = await conversations.get(store, workspace.id, session.columns.conversation)
    const messages = new PagedList(() =>
      readTranscriptPages(store, workspace.id, session.columns.conversation, transcriptRows),
    )
    return new JsonStream<ChatSession>(toChatSession(session, toTeam(conversation), messages))
  },

  async send({ id, body }, context) {
    checkChatApi(context.workspace, context.plans)
    checkChatLive(context.workspace)
    const { repeatId } = context
    const messageId = repeatId === null ? null : idFrom('message', [id, repeatId, body.text])
    const held = await holdTurn(context, id, { text: body.text, id: messageId })
    return body.stream ? streamTurn(context, held) : answerTurn(context, held)
  },
}
