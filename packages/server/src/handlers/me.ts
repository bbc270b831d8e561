import type { Id } from '@doorkit/models'
import type { Handlers } from './handler.ts'

export const me: Handlers['me'] = {
  async get(_input, { principal: { key }, workspace }) {
    return {
      object: 'api_key_identity',
      key: key.id as Id<'apiKey'>,
      name: key.data.name,
      kind: key.data.kind,
      mode: workspace.data.mode,
      scopes: [...key.data.scopes],
      workspace: workspace.id as Id<'workspace'>,
    }
  },
}
