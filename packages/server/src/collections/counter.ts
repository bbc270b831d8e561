import { collection } from './collection.ts'

/** Numbers that commits increase, such as the chat sessions of a month. */
export const counters = collection<{ workspace: 'text'; value: 'integer' }, null>({
  name: 'counters',
  columns: { workspace: 'text', value: 'integer' },
  indexes: [{ name: 'counters_workspace', on: ['workspace'] }],
  retention: 'forever',
  fields: {},
})

/** The id of the counter of chat sessions that a workspace opened in a calendar month (UTC). */
export function sessionCounterId(at: number): string {
  return `chat_sessions.${new Date(at).toISOString().slice(0, 7)}`
}

/**
 * The id of the counter of erasures in a workspace. It increases when an erasure begins and when it
 * ends. An answer about people is stored for replays only if the counter has not changed since the
 * server looked up the idempotency key of the request.
 */
export const erasureCounterId = 'erasures'

/** The id of the counter of all requests that were written to the request log of a workspace. */
export const requestCounterId = 'requests'
