import type { WriteOp } from '@doorkit/store'
import { countConversationStage, type StageCount } from '../analytics/count-stage.ts'
import {
  type ConversationData,
  conversations,
  type StoredConversation,
} from '../collections/conversation.ts'
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
 * Combines several edits of a conversation into one change: the writes of its row with the outcome, of its
 * counts and of its events. If several edits reach a stage, only the first one counts.
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

/** @throws KitError `not_found`. */
export async function findConversation(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  id: string,
): Promise<StoredConversation> {
  return found(await conversations.get(store, workspace, id), 'conversation')
}
