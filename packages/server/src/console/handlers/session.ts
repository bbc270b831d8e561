import { type Id, toTimestamp } from '@doorkit/models'
import type { ConsoleHandlers } from './console-handlers.ts'

export const session: ConsoleHandlers['session'] = {
  async get(_input, { principal, workspace: { id, data } }) {
    const { person, role, scopes, session } = principal
    const { name, website, mode, timezone } = data
    return {
      object: 'console_session',
      workspace: { id: id as Id<'workspace'>, name, website, mode, timezone },
      person,
      role,
      scopes: [...scopes],
      expires_at: session && toTimestamp(session.expiresAt),
    }
  },
}
