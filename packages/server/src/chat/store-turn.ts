import { type ChatReply, type Id, toTimestamp } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import {
  type ChatSessionData,
  chatSessions,
  type StoredChatSession,
} from '../collections/chat-session.ts'
import { getTogether } from '../collections/collection.ts'
import { findContact } from '../collections/contact.ts'
import { conversations, leadSoFar } from '../collections/conversation.ts'
import { messages } from '../collections/message.ts'
import { actionNamesOf, storedParts, textOf } from '../collections/message-parts.ts'
import { usageOps } from '../collections/usage-day.ts'
import type { BuildChange, Change } from '../commit/commit-change.ts'
import { captureLead, completeLead, leadOf, saveDetails } from '../conversations/capture-lead.ts'
import {
  addMessages,
  changeConversation,
  type NewMessage,
} from '../conversations/change-conversation.ts'
import { handOff } from '../conversations/team-state.ts'
import type { TurnUsage } from '../ports/agent-turn-report.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import { enabledEndpoints } from '../webhooks/emit-events.ts'
import type { HeldTurn } from './begin-turn.ts'
import { lostTurn } from './give-up-turn.ts'
import type { TurnResult } from './run-agent.ts'

/**
 * Builds the commit that stores an answer and frees its session, with the lead, the handoff and their
 * events.
 *
 * @throws Failure `conflict` if the turn is lost: it expired or was canceled, a person joined, or its
 *   visitor was erased.
 */
export function storeTurn(
  services: Services,
  held: HeldTurn,
  turn: TurnResult,
): BuildChange<ChatReply> {
  // The rows have usually not changed since the turn began. If they have, a guard of the commit fails,
  // and the next call reads the rows again.
  let isFirst = true
  return async (at) => {
    const rows = isFirst ? held : await readAgain(services, held)
    isFirst = false
    return changeOf(services, held, rows, turn, at)
  }
}

type Rows = Pick<HeldTurn, 'session' | 'conversation'>

async function readAgain(
  { store }: Services,
  { session: held, answerId }: HeldTurn,
): Promise<Rows> {
  const { workspace } = held.columns
  const [session, conversation] = await getTogether(store, [
    chatSessions.ref(workspace, held.id),
    conversations.ref(workspace, held.columns.conversation),
  ])
  if (session?.columns.turn_token !== answerId) throw lostTurn()
  if (!conversation) throw new Error(`The conversation of session ${session.id} is gone.`)
  return { session, conversation }
}

async function changeOf(
  services: Services,
  held: HeldTurn,
  { session, conversation }: Rows,
  turn: TurnResult,
  at: number,
): Promise<Change<ChatReply>> {
  const { workspace } = session.columns
  const details = { ...leadSoFar(conversation), ...turn.lead }
  // In a preview or a trial, a member of the team makes up the details, so they do not become a contact.
  const lead = turn.lead && !conversation.columns.test ? leadOf(details) : null
  const mayEmit = lead !== null || turn.handoffReason !== null
  const [enabled, known] = await Promise.all([
    mayEmit ? enabledEndpoints(services, workspace) : [],
    lead && findContact(services.store, workspace, lead.email),
  ])
  // `handOff` gets no sessions, because `endTurn` writes the session of this turn.
  const handoff =
    turn.handoffReason === null || turn.parts === null
      ? null
      : handOff(services, conversation, [], turn.handoffReason, at)
  const isNewLead = lead !== null && lead.email !== conversation.columns.lead_email
  const verified = lead?.email === session.data.visitor.email
  const { usage } = held.running.progress()
  const actionNames = actionNamesOf(turn.parts ?? [])
  const parts = storedParts(turn.parts ?? [])
  const text = textOf(turn.parts ?? [])
  const answer: NewMessage = {
    id: held.answerId,
    at,
    role: 'assistant',
    ...parts,
    tools: lead ? [...actionNames, 'lead_captured'] : actionNames,
    turn: {
      status: turn.status,
      errorCode: turn.errorCode,
      usage,
      question: held.question.id,
    },
  }
  const edits = [
    addMessages(services, conversation, [answer]),
    ...(turn.lead ? [saveDetails(details)] : []),
    ...(isNewLead ? [captureLead(services, conversation, { lead, known, verified }, at)] : []),
    ...(lead && known && !isNewLead ? [completeLead(known, lead, at)] : []),
    ...(handoff ? [handoff] : []),
  ]
  const ops =
    turn.parts === null
      ? outcomeOps(held, turn, usage)
      : (await changeConversation(services, conversation, edits, at, enabled)).ops
  const isHandoff = handoff !== null
  const actions = turn.actions.filter(({ type }) => type !== 'handoff_requested' || isHandoff)
  return {
    ops: [
      ...ops,
      ...(turn.parts === null ? [] : clearEarlierOutcome(held)),
      ...usageOps(workspace, usage, at),
      endTurn(session, at, isHandoff),
    ],
    reply: {
      object: 'chat_reply',
      session: session.id as Id<'chatSession'>,
      message: { id: held.answerId, role: 'assistant', text, created_at: toTimestamp(at) },
      actions,
      finish_reason: turn.finishReason,
    },
  }
}

/** Removes from a repeated question the outcome of its earlier turn, which had no answer. */
function clearEarlierOutcome({ earlierQuestion: row }: HeldTurn): WriteOp[] {
  if (!row?.data.turn) return []
  const { turn: _, ...data } = row.data
  return [messages.patch(row.columns.workspace, row.id, { data })]
}

/** Stores with the question that its turn was stopped before the answer had any content. */
function outcomeOps({ session, question }: HeldTurn, turn: TurnResult, usage: TurnUsage | null) {
  if (turn.status !== 'stopped') return []
  const outcome = { status: turn.status, errorCode: null, usage, said: [] } as const
  const { role, text, tools } = question
  const data = { role, text, tools, turn: outcome }
  return [messages.patch(session.columns.workspace, question.id, { data })]
}

function endTurn(session: StoredChatSession, at: number, isHandoff: boolean): WriteOp {
  const handedOff = isHandoff && session.data.status === 'open'
  const data: ChatSessionData = {
    ...session.data,
    status: handedOff ? 'handed_off' : session.data.status,
  }
  // `turn_left` stays as it is, because the next request may be waiting in another process and reads it.
  const set = { updated_at: changedAt(session.columns, at), turn_token: null, turn_until: 0 }
  return chatSessions.edit(session, { set, data })
}
