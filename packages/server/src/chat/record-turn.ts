import { type ChatReply, type Id, normalizeEmail, toTimestamp } from '@doorkit/models'
import {
  type ChatSessionData,
  chatSessions,
  type StoredChatSession,
} from '../collections/chat-session.ts'
import { getTogether } from '../collections/collection.ts'
import {
  type ConversationData,
  conversations,
  previewOf,
  type StoredConversation,
} from '../collections/conversation.ts'
import { messages } from '../collections/message.ts'
import { captureContact, findContact } from '../conversations/capture-lead.ts'
import { outcomeOf } from '../conversations/outcome.ts'
import { quietKeys } from '../conversations/quiet.ts'
import { Failure } from '../errors/failure.ts'
import type { Change } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/port.ts'
import { enabledEndpoints, eventOps } from '../webhooks/emit.ts'
import { free, type HeldTurn } from './hold-turn.ts'
import type { TurnResult } from './turn.ts'

/**
 * Everything a turn leaves behind, as one commit: both messages, the lead, the handoff, the
 * events.
 *
 * @throws Failure `conflict` when the turn was lost: given up for dead, or its person was erased.
 */
export async function recordTurn(
  services: Services,
  { session: held, before, token, messageIds }: HeldTurn,
  turn: TurnResult,
  at: number,
): Promise<Change<ChatReply>> {
  const { store } = services
  const { workspace } = held.keys
  const begun = (await before).conversation
  const mayTell = !begun?.data.spoken || turn.lead !== null || turn.handoffReason !== null
  const lead = turn.lead && { ...turn.lead, email: normalizeEmail(turn.lead.email) }
  const [[session, conversation], enabled, known] = await Promise.all([
    getTogether(store, [
      chatSessions.ref(workspace, held.id),
      conversations.ref(workspace, held.keys.conversation),
    ]),
    mayTell ? enabledEndpoints(services, workspace) : [],
    lead && findContact(store, workspace, lead.email),
  ])
  if (session?.keys.turn_token !== token) throw lostTurn()
  if (!conversation) throw new Error(`The conversation of session ${session.id} is gone.`)
  const isFirst = !conversation.data.spoken
  const isHandoff = turn.handoffReason !== null && conversation.data.handoff === null
  const isLead = lead !== null && lead.email !== conversation.keys.lead_email
  const verified = lead?.email === session.data.visitor.email
  const contact = isLead
    ? captureContact(services, conversation, { lead, known, verified }, at)
    : null

  const said = messageOps(conversation, messageIds, turn, at)
  const data: ConversationData = {
    ...conversation.data,
    message_count: conversation.data.message_count + said.length,
    preview: conversation.data.preview || previewOf(turn.userText),
    spoken: true,
    contact: contact?.id ?? conversation.data.contact,
    lead: isLead
      ? { first_name: lead.firstName, last_name: lead.lastName, captured_at: at }
      : conversation.data.lead,
    handoff: isHandoff
      ? { requested_at: at, reason: turn.handoffReason }
      : conversation.data.handoff,
  }
  const actions = turn.actions.filter(({ type }) => type !== 'handoff_requested' || isHandoff)
  const subject = { kind: 'conversation', id: conversation.id } as const
  const happenings = [
    ...(isFirst ? [{ type: 'conversation.started', subject } as const] : []),
    ...(contact
      ? [
          {
            type: 'lead.captured',
            subject: { kind: 'contact', id: contact.id },
            conversation: conversation.id,
          } as const,
        ]
      : []),
    ...(isHandoff ? [{ type: 'handoff.requested', subject } as const] : []),
  ]
  const receivers = { workspace, enabled }
  return {
    ops: [
      ...said,
      conversations.patch(
        workspace,
        conversation.id,
        {
          set: {
            updated_at: at,
            ...(conversation.keys.graded ? {} : quietKeys(services)),
            ...(isLead ? { has_lead: 1, lead_email: lead.email } : {}),
          },
          data: { ...data, outcome: outcomeOf(data) },
        },
        { ifRev: conversation.rev },
      ),
      endTurn(session, at, isHandoff),
      ...(contact?.ops ?? []),
      ...happenings.flatMap((happening) => eventOps(services, receivers, happening, at)),
    ],
    reply: {
      object: 'chat_reply',
      session: session.id as Id<'chatSession'>,
      message: {
        id: messageIds.answer,
        role: 'assistant',
        text: turn.text ?? '',
        created_at: toTimestamp(at),
      },
      actions,
      finish_reason: turn.finishReason,
    },
  }
}

function messageOps(
  { id: conversation, keys: { workspace }, data }: StoredConversation,
  { visitor, answer }: HeldTurn['messageIds'],
  turn: TurnResult,
  at: number,
): WriteOp[] {
  const position = data.message_count
  const question = messages.insert(
    visitor,
    { workspace, conversation, position, created_at: turn.receivedAt },
    { role: 'user', text: turn.userText, tools: [] },
  )
  if (turn.text === null) return [question]
  const tools = [...turn.actions.map(({ type }) => type), ...(turn.lead ? ['lead_captured'] : [])]
  return [
    question,
    messages.insert(
      answer,
      { workspace, conversation, position: position + 1, created_at: at },
      { role: 'assistant', text: turn.text, tools },
    ),
  ]
}

function endTurn(session: StoredChatSession, at: number, isHandoff: boolean): WriteOp {
  const handedOff = isHandoff && session.data.status === 'open'
  const data: ChatSessionData = {
    ...session.data,
    status: handedOff ? 'handed_off' : session.data.status,
  }
  const set = { updated_at: at, ...free }
  return chatSessions.patch(
    session.keys.workspace,
    session.id,
    { set, data },
    { ifRev: session.rev },
  )
}

function lostTurn(): Failure {
  const detail =
    'This message took too long, was canceled, or its visitor was erased. Read the session.'
  return new Failure('conflict', detail)
}
