/** Every scope of an API key, with what it allows (docs/api.md#scopes). */
export const scopeTable = {
  'conversations:read':
    'Read conversations and transcripts; names and emails also need contacts:read.',
  'contacts:read': 'Read contacts, and the names and emails on conversations and meetings.',
  'contacts:write': 'Create and update contacts.',
  'meetings:read': 'Read meetings booked from the chat.',
  'analytics:read': 'Read the funnel, pages, sources and conversation quality.',
  'events:read': 'Read the event log; the full payload also needs contacts:read.',
  'webhooks:write': 'Manage webhook endpoints, read delivery logs and redeliver events.',
  'knowledge:read': 'Read knowledge pages and documents.',
  'knowledge:write': 'Add, change, refresh and remove knowledge pages and documents.',
  'agent:read': 'Read agent settings, appearance, chat buttons, links and greetings.',
  'agent:write': 'Change agent settings, appearance, chat buttons, links and greetings.',
  'experiments:read': 'Read opening tests, their variants and results.',
  'experiments:write': 'Run opening tests and propose variants.',
  'privacy:write': 'Export or erase everything held about one person, and delete conversations.',
  'chat:write':
    'Hold conversations through the chat API, and answer visitors in place of the agent.',
} as const

/** A permission of an API key. */
export type Scope = keyof typeof scopeTable

/** Every scope, in the order of docs/api.md#scopes. */
export const scopes = Object.keys(scopeTable) as [Scope, ...Scope[]]

/** The named sets of scopes that an API key can have instead of single scopes. */
export type AccessPreset = 'read_only' | 'full_access'

/** The scopes of a preset: every read scope, or every scope. */
export function presetScopes(preset: AccessPreset): Scope[] {
  return preset === 'full_access' ? [...scopes] : scopes.filter((scope) => scope.endsWith(':read'))
}

/**
 * Whether the scopes `held` allow an operation that needs `needed`: a write scope includes its read
 * scope.
 */
export function grantsScope(held: readonly Scope[], needed: Scope): boolean {
  return (
    held.includes(needed) ||
    (needed.endsWith(':read') && held.includes(needed.replace(/read$/, 'write') as Scope))
  )
}

/** Whether a string is the name of a scope. */
export function isScope(value: string): value is Scope {
  return Object.hasOwn(scopeTable, value)
}
