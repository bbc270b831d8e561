import { type Id, toTimestamp } from '@doorkit/models'
import type { ConsoleHandlers } from './console-handlers.ts'

export const requests: ConsoleHandlers['requests'] = {
  async list(_input, { requestLog, workspace }) {
    const logged = await requestLog.list({ workspace: workspace.id })
    const data = logged.map(({ id, key, at, method, path, status, duration_ms }) => ({
      id: id as Id<'request'>,
      object: 'request' as const,
      api_key: key as Id<'apiKey'>,
      method,
      path,
      status,
      duration_ms,
      created_at: toTimestamp(at),
    }))
    return { object: 'list', data, has_more: false, next_cursor: null }
  },
}
