import { type Id, toTimestamp } from '@doorkit/models'
import { streamTurn } from '../../chat/answer-turn.ts'
import { holdTurn } from '../../chat/begin-turn.ts'
import { chatSessions, newSessionColumns } from '../../collections/chat-session.ts'
import { conversations } from '../../collections/conversation.ts'
import { startConversation } from '../../conversations/start-conversation.ts'
import { notFound } from '../../errors/failure.ts'
import { finder } from '../../handlers/find-by-id.ts'
import { showToolCalls } from '../trial-tool-calls.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

/** The channel of trials. The team cannot write as the visitor in chat sessions of other channels. */
const channel = 'console'
const find = finder(chatSessions, 'trial')

export const agentTrials: ConsoleHandlers['agentTrials'] = {
  create: (_input, context) =>
    context.write(async (at) => {
      const workspace = context.workspace.id
      const id = context.makeId('chatSession')
      const conversation = context.makeId('conversation')
      const columns = newSessionColumns(workspace, conversation, at)
      const visitor = { email: null, name: null, external_id: null }
      return {
        ops: [
          chatSessions.insert(id, columns, { channel, status: 'open', visitor, context: {} }),
          startConversation(
            conversation,
            { columns: { workspace, test: 1 }, data: { channel } },
            at,
          ),
        ],
        reply: {
          id: id as Id<'chatSession'>,
          object: 'agent_trial',
          conversation: conversation as Id<'conversation'>,
          created_at: toTimestamp(at),
        },
      }
    }),

  async send({ id, body: { text } }, context) {
    const { columns, data } = await find(context, id)
    const { store, workspace } = context
    const conversation = await conversations.get(store, workspace.id, columns.conversation)
    if (data.channel !== channel || conversation?.columns.test !== 1) throw notFound('trial')
    const held = await holdTurn(context, id, { text, id: null })
    return streamTurn(context, held, showToolCalls(context, held))
  },
}
