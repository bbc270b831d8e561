import { collection } from './collection.ts'

/** Numbers that a commit increases, such as the chat sessions of a month. */
export const counters = collection<{ workspace: string; value: number }, null>({
  name: 'counters',
  keys: { workspace: 'text', value: 'integer' },
  indexes: [{ name: 'counters_workspace', on: ['workspace'] }],
  retention: 'for ever',
  fields: {},
})

/** The counter of the chat sessions that a workspace opened in a calendar month (UTC). */
export function sessionCounterId(at: number): string {
  return `chat_sessions.${new Date(at).toISOString().slice(0, 7)}`
}

/**
 * The counter of the erasures in a workspace, which grows when one begins and when one ends. An
 * answer is kept only while it stands where it stood before the answer was made.
 */
export const erasureCounterId = 'erasures'

/** The counter of the calls that the request log of a workspace has taken in. */
export const requestCounterId = 'requests'
