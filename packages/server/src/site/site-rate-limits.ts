import { unlimited } from '@doorkit/models'
import { siteLimits } from '@doorkit/models/site'
import type { Limit } from '../http/pipeline/audience.ts'

/**
 * The rate limits of the site API. They limit, per minute, how often a site may begin or continue visits,
 * how many messages a visitor may send, and how many other requests a visitor may make. The messages and
 * requests of one visitor do not count against another.
 */
export const siteLimit: Limit = {
  window({ plans }, { principal, workspace }, { cost }) {
    if (principal.kind === 'page') {
      const limit = plans[workspace.data.plan].requests_per_minute
      return limit === unlimited ? null : { name: `rate.${principal.id}.visits`, limit }
    }
    return cost === 'heavy'
      ? { name: `rate.${principal.id}.messages`, limit: siteLimits.messagesPerMinute }
      : { name: `rate.${principal.id}.requests`, limit: siteLimits.requestsPerMinute }
  },
  used({ principal, workspace }, { cost }, limit) {
    if (principal.kind === 'page') {
      const { plan } = workspace.data
      const sentence = `This site has used the ${limit} visits per minute of the plan ${plan}.`
      return { sentence, name: 'requests_per_minute' }
    }
    const things = cost === 'heavy' ? 'messages' : 'requests'
    return { sentence: `This visitor has sent ${limit} ${things} in a minute.`, name: null }
  },
}
