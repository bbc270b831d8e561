import type { Id } from '@doorkit/models'
import type { Handlers } from './handler-types.ts'

export const me: Handlers['me'] = {
  async get(_input, { principal: { apiKey }, workspace }) {
    return {
      object: 'api_key_identity',
      key: apiKey.id as Id<'apiKey'>,
      name: apiKey.data.name,
      kind: apiKey.data.kind,
      mode: workspace.data.mode,
      scopes: [...apiKey.data.scopes],
      workspace: workspace.id as Id<'workspace'>,
    }
  },
}
