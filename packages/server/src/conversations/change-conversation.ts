import type { WriteOp } from '@doorkit/store'
import { countConversationStage, type StageCount } from '../analytics/count-stage.ts'
import {
  type ConversationData,
  conversations,
  previewOf,
  type StoredConversation,
  type TeamData,
  teamOf,
} from '../collections/conversation.ts'
import { handoffOps } from '../collections/handoff.ts'
import { type MessageData, messages } from '../collections/message.ts'
import type { StoredEndpoint } from '../collections/webhook-endpoint.ts'
import { found } from '../errors/check-input.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import { emit, type NewEvent } from '../webhooks/emit-events.ts'

/** One change of a conversation, and the other writes of its commit. */
export interface Edit {
  readonly columns?: Partial<Omit<StoredConversation['columns'], 'workspace'>>
  readonly data?: Partial<ConversationData>
  /** Writes to other rows. */
  readonly ops?: readonly WriteOp[]
  /** The events to emit. Previews and trials emit none. */
  readonly events?: readonly NewEvent[] | undefined
  /** The stage that the conversation reaches for the first time. */
  readonly reached?: 'conversations' | 'leads' | 'meetings' | undefined
}

/** The writes of a change, and the conversation after them. */
export interface ConversationChange extends StageCount {
  readonly after: StoredConversation
}

/**
 * Combines several edits of a conversation into one change, which also updates the outcome and the
 * counts, and emits the events. If several edits reach a stage, only the first one counts.
 *
 * @param enabled - the enabled endpoints, if they were already read.
 */
export async function changeConversation(
  services: Services,
  row: StoredConversation,
  edits: readonly Edit[],
  at: number,
  enabled?: readonly StoredEndpoint[],
): Promise<ConversationChange> {
  const { workspace } = row.columns
  const facts: ConversationData = Object.assign({}, row.data, ...edits.map((edit) => edit.data))
  const data = { ...facts, outcome: outcomeOf(facts) }
  const columns: Edit['columns'] = Object.assign({}, ...edits.map((edit) => edit.columns))
  const set = { ...columns, updated_at: changedAt(row.columns, at) }
  const newEvents = row.columns.test ? [] : edits.flatMap(({ events }) => events ?? [])
  const stage = edits.find(({ reached }) => reached)?.reached
  const counted = stage && (await countConversationStage(services, row, stage, at))
  return {
    ops: [
      conversations.edit(row, { set, data }),
      ...edits.flatMap(({ ops }) => ops ?? []),
      ...(counted?.ops ?? []),
      ...(await emit(services, workspace, newEvents, at, enabled)),
    ],
    after: { ...row, rev: row.rev + 1, columns: { ...row.columns, ...set }, data },
    experiment: counted?.experiment ?? null,
  }
}

/** The most valuable outcome of a conversation. */
function outcomeOf(
  data: Pick<ConversationData, 'booking' | 'lead' | 'handoff'>,
): ConversationData['outcome'] {
  if (data.booking) return 'meeting'
  if (data.lead) return 'lead'
  return data.handoff ? 'handoff' : 'none'
}

export interface NewMessage extends MessageData {
  readonly id: string
  readonly at: number
}

/**
 * Adds messages to a conversation. The visitor's first message emits `conversation.started`. Each of the
 * visitor's messages to a person emits `message.created`.
 */
export function addMessages(
  services: Services,
  row: StoredConversation,
  added: readonly NewMessage[],
): Edit {
  const { id: conversation, data } = row
  const { workspace, graded } = row.columns
  const question = added.find(({ role }) => role === 'user')
  const isFirst = question !== undefined && !data.spoken
  const isAnswered = added.some(({ author }) => author !== undefined)
  const wait = updateWait(services, row, question?.at, isAnswered)
  const events: NewEvent[] = []
  if (isFirst) {
    const subject = { kind: 'conversation', id: conversation } as const
    events.push({ type: 'conversation.started', subject })
  }
  if (teamOf(row).state === 'person') {
    for (const { id, role } of added) {
      if (role !== 'user') continue
      events.push({ type: 'message.created', subject: { kind: 'message', id }, conversation })
    }
  }
  return {
    columns: graded ? {} : quietColumns(services),
    data: {
      message_count: data.message_count + added.length,
      preview: data.preview || previewOf(question?.text ?? ''),
      spoken: data.spoken || isFirst,
      ...wait.data,
    },
    ops: [
      ...added.map(({ id, at, ...message }, index) => {
        const position = data.message_count + index
        const columns = { workspace, conversation, position, created_at: at }
        return messages.insert(id, columns, message)
      }),
      ...(wait.ops ?? []),
    ],
    reached: isFirst ? 'conversations' : undefined,
    events,
  }
}

/**
 * The edit that stores when the visitor began to wait for a message from the person who has joined. It
 * is empty if nothing changes.
 *
 * @param askedAt - when the visitor wrote; undefined if they did not.
 * @param isAnswered - whether the person wrote.
 */
function updateWait(
  services: Pick<Services, 'unansweredMs'>,
  row: StoredConversation,
  askedAt: number | undefined,
  isAnswered: boolean,
): Pick<Edit, 'data' | 'ops'> {
  const team = teamOf(row)
  if (team.state !== 'person') return {}
  // The wait begins with the first unanswered message.
  const since = isAnswered ? null : (team.unanswered_since ?? askedAt ?? null)
  if (since === team.unanswered_since) return {}
  const next: TeamData = { ...team, unanswered_since: since }
  return { data: { team: next }, ops: handoffOps(services, row, team.state, next) }
}

/** The columns that postpone the grading of a conversation after a new message. */
export function quietColumns({ quietMs, clock }: Pick<Services, 'quietMs' | 'clock'>) {
  return { due_at: clock.now() + quietMs, lease: null }
}

/** @throws KitError `not_found`. */
export async function findConversation(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  id: string,
): Promise<StoredConversation> {
  return found(await conversations.get(store, workspace, id), 'conversation')
}
