import { consoleLimits } from '@doorkit/models/console'
import type { Limit } from '../http/pipeline/audience.ts'

/** The rate limits of people of the team, separate from the limits of the workspace's API keys. */
export const personLimit: Limit = {
  window(_services, { principal }, { cost }) {
    const { requestsPerMinute, heavyRequestsPerMinute } = consoleLimits
    const limit = cost === 'heavy' ? heavyRequestsPerMinute : requestsPerMinute
    return { name: `rate.${principal.id}.${cost}`, limit }
  },
  used: (_requestPrincipal, { cost }, limit) => ({
    sentence: `You have sent ${limit} ${cost} requests in a minute.`,
    name: null,
  }),
}
