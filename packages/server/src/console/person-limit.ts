import type { Cost } from '@doorkit/models'
import { consoleLimits } from '@doorkit/models/console'
import type { Limit } from '../http/pipeline/audience.ts'
import type { RateWindow } from '../limits/rate-limit-counter.ts'
import type { RequestPrincipal } from '../requests/principal.ts'

/** The rate limits of people of the team, separate from the limits of the workspace's API keys. */
export const personLimit: Limit = {
  window: (_services, requestPrincipal, { cost }) => windowOf(requestPrincipal, cost),
  uncounted: (_services, requestPrincipal) => windowOf(requestPrincipal, 'standard'),
  used: (_requestPrincipal, { cost }, limit) => ({
    sentence: `You have sent ${limit} ${cost} requests in a minute.`,
    name: null,
  }),
}

function windowOf({ principal }: RequestPrincipal, cost: Cost): RateWindow {
  const { requestsPerMinute, heavyRequestsPerMinute } = consoleLimits
  const limit = cost === 'heavy' ? heavyRequestsPerMinute : requestsPerMinute
  return { name: `rate.${principal.id}.${cost}`, limit }
}
