import { collection } from './collection.ts'
import { type ColumnsOf, oneOf, orNull, plain } from './declare-collection.ts'

const handoffColumns = {
  workspace: 'text',
  state: oneOf<'waiting' | 'person'>(),
  /** When the visitor asked for a person or, once a person has joined, when they joined. */
  since: 'integer',
  /**
   * When the agent takes over again, unless a person answers first; null if nothing is unanswered, or the
   * host sets no limit.
   */
  due_at: orNull('integer'),
  /** The fencing token of the worker that gives the conversation back to the agent. */
  lease: orNull('text'),
} as const
type HandoffColumns = ColumnsOf<typeof handoffColumns>

/** The conversations in the inbox, which wait for a person or have one, by their ids. */
export const handoffs = collection<HandoffColumns, null>({
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
