import { type ChatSession, normalizeEmail } from '@doorkit/models'
import { answerTurn } from '../chat/answer-turn.ts'
import { holdTurn } from '../chat/begin-turn.ts'
import { checkChatApi, checkChatLive } from '../chat/chat-api-access.ts'
import { countSession } from '../chat/sessions-per-month.ts'
import { streamTurn } from '../chat/stream-turn.ts'
import {
  type ChatSessionData,
  chatSessions as records,
  toChatSession,
} from '../collections/chat-session.ts'
import { readTranscriptPages } from '../collections/message.ts'
import { nameVisitor } from '../conversations/external-id.ts'
import { startConversation } from '../conversations/start-conversation.ts'
import { transcriptRows } from '../kit/bounds.ts'
import { findLink } from '../links/count-on-link.ts'
import { linkOf } from '../links/link-address.ts'
import { JsonStream, PagedList } from '../text/json-stream.ts'
import { finder } from './finder.ts'
import type { Handlers } from './handler.ts'

const find = finder(records, 'chat session')

export const chatSessions: Handlers['chatSessions'] = {
  create({ body }, context) {
    checkChatApi(context.workspace, context.plans)
    checkChatLive(context.workspace)
    const workspace = context.workspace.id
    const channel = body.channel ?? 'api'
    const email = body.visitor?.email
    return context.write(async (at) => {
      const quota = await countSession(context, at)
      const id = context.makeId('chatSession')
      const conversation = context.makeId('conversation')
      const link = await findLink(context, workspace, linkOf(body.page_url))
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
      const keys = {
        workspace,
        conversation,
        created_at: at,
        updated_at: at,
        turn_token: null,
        turn_until: 0,
        turn_left: 0,
      }
      const who = { workspace, ...named.keys }
      const where = { channel, page_url: body.page_url ?? null, link: link?.id ?? null }
      return {
        ops: [
          ...quota,
          ...named.ops,
          records.insert(id, keys, data),
          startConversation(conversation, { keys: who, data: where }, at),
        ],
        reply: toChatSession({ id, keys, data }, []),
      }
    })
  },

  async get({ id }, context) {
    checkChatApi(context.workspace, context.plans)
    const session = await find(context, id)
    const messages = new PagedList(() =>
      readTranscriptPages(
        context.store,
        context.workspace.id,
        session.keys.conversation,
        transcriptRows,
      ),
    )
    return new JsonStream<ChatSession>(toChatSession(session, messages))
  },

  async send({ id, body }, context) {
    checkChatApi(context.workspace, context.plans)
    checkChatLive(context.workspace)
    const held = await holdTurn(context, id, body.text)
    return body.stream ? streamTurn(context, held) : answerTurn(context, held)
  },
}
