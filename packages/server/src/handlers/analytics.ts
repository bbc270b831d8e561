import { readAnalytics } from '../analytics/read-analytics.ts'
import type { Handlers } from './handler.ts'

export const analytics: Handlers['analytics'] = {
  get: ({ query }, context) => readAnalytics(context, context.workspace, query),
}
