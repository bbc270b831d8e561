import { readAnalytics } from '../analytics/read-analytics.ts'
import type { Handlers } from './handler-types.ts'

export const analytics: Handlers['analytics'] = {
  get: ({ query }, context) => readAnalytics(context, context.workspace, query),
}
