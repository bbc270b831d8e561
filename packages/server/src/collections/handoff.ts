import type { WriteOp } from '@doorkit/store'
import { collection } from './collection.ts'
import type { StoredConversation, TeamData } from './conversation.ts'
import { oneOf, orNull, plain } from './declare-collection.ts'

const handoffColumns = {
  workspace: 'text',
  state: oneOf<'waiting' | 'person'>(),
  /** When the handoff was requested or, once a person has joined, when that person joined. */
  since: 'integer',
  /**
   * When a worker checks whether to give the conversation back to the agent. Null if the visitor does
   * not wait for an answer, the host sets no limit, or no shift follows.
   */
  due_at: orNull('integer'),
  /** The fencing token of the worker that makes this check. */
  lease: orNull('text'),
} as const

/** The conversations in the inbox, which wait for a person or have one, by their ids. */
export const handoffs = collection<typeof handoffColumns, null>({
  name: 'handoffs',
  columns: handoffColumns,
  indexes: [
    { name: 'handoffs_since', on: ['workspace', 'state', 'since'] },
    { name: 'handoffs_due', on: ['due_at', 'workspace'] },
    { name: 'handoffs_due_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'until done',
  fields: plain('state'),
})

/** The writes that keep the inbox up to date when the team state or the wait of a visitor changes. */
export function handoffOps(
  { unansweredMs }: { readonly unansweredMs: number | null },
  { id, columns: { workspace, test } }: StoredConversation,
  stateBefore: TeamData['state'],
  { state, since, unanswered_since }: TeamData,
): WriteOp[] {
  // The inbox shows no previews and no trials, because no real visitor waits in them.
  if (test) return []
  if (state === 'agent') return [handoffs.remove(workspace, id)]
  const isDue = unansweredMs !== null && unanswered_since !== null
  const due_at = isDue ? unanswered_since + unansweredMs : null
  // A worker that was giving the conversation back loses its lease.
  const set = { state, since: since ?? 0, due_at, lease: null }
  return stateBefore === 'agent'
    ? [handoffs.insert(id, { workspace, ...set }, null)]
    : [handoffs.patch(workspace, id, { set })]
}
