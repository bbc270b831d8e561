import { collection } from './collection.ts'
import { forSeconds } from './declare-collection.ts'

/**
 * The conversations that were deleted recently, by their ids. Open streams of visitors and of the
 * console learn from these rows that a conversation is gone.
 */
export const conversationDeletions = collection<{ workspace: 'text'; deleted_at: 'integer' }, null>(
  {
    name: 'conversation_deletions',
    columns: { workspace: 'text', deleted_at: 'integer' },
    indexes: [{ name: 'conversation_deletions_age', on: ['deleted_at'] }],
    retention: forSeconds('deleted_at', 600),
    fields: {},
  },
)
