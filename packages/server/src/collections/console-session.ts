import type { Role } from '@doorkit/models'
import { collection } from './collection.ts'
import { orNull, plain, until } from './declare-collection.ts'

export interface ConsoleSessionData {
  /** The person of the team, as the host identifies them. */
  readonly person: { readonly id: string; readonly name: string }
  readonly role: Role
  /** How long the session lasts after its link is opened, in milliseconds. */
  readonly lastsMs: number
}

const consoleSessionColumns = {
  workspace: 'text',
  created_at: 'integer',
  /** Null until somebody opens the link. */
  opened_at: orNull('integer'),
  /** When the link expires or, after it is opened, when its session does. */
  expires_at: 'integer',
} as const

/** Sign-in links to the console, each of which becomes a session when it is opened. */
export const consoleSessions = collection<typeof consoleSessionColumns, ConsoleSessionData>({
  name: 'console_sessions',
  columns: consoleSessionColumns,
  indexes: [
    { name: 'console_sessions_created', on: ['workspace', 'created_at'] },
    { name: 'console_sessions_expires', on: ['expires_at'] },
  ],
  retention: until('expires_at'),
  fields: plain('person', 'role'),
})
