import { presetScopes, type Scope, scopes } from './scopes.ts'

/**
 * The scopes of each role in the console.
 * - `owner`: everything.
 * - `agent`: has every read scope, answers visitors, and changes contacts.
 * - `viewer`: has every read scope, sees the latest requests, and changes nothing.
 * - `webhooks`: for a customer's developers. Manages webhooks. Apart from that, sees only the workspace
 *   itself, such as its plan and usage.
 */
export const roleScopes = {
  owner: scopes,
  agent: [...presetScopes('read_only'), 'contacts:write', 'chat:write'],
  viewer: presetScopes('read_only'),
  webhooks: ['webhooks:write'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>

/** The role of a person of the team. */
export type Role = keyof typeof roleScopes

/** Every role, in the order of {@link roleScopes}. */
export const roles = Object.keys(roleScopes) as [Role, ...Role[]]
