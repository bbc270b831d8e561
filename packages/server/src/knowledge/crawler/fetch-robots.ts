import type { Clock } from '../../ports/clock.ts'
import { CrawlError } from './crawl-error.ts'
import { decodeText } from './decode-text.ts'
import { readBody } from './read-body.ts'
import { type CrawlSession, discard, get, userAgent } from './request-with-redirects.ts'
import { isPathAllowed, type RobotsRules, readRobotsRules } from './robots-rules.ts'

const cacheMs = 3_600_000
const maxSites = 1_000
// The most characters that all cached rules may have together.
const maxCachedCharacters = 16_000_000
// RFC 9309 section 2.5: a crawler reads at least 500 KiB.
const maxBytes = 512_000
const product = userAgent.slice(0, userAgent.indexOf('/')).toLowerCase()

/**
 * Creates the function that checks whether robots.txt (RFC 9309) allows this crawler to read an address. The
 * rules of each site are cached for up to an hour. The check throws a CrawlError `not_allowed` if the site
 * answers with an error such as 500 instead of its robots.txt: then nothing may be read (section 2.3.1.4).
 */
export function createRobotsCheck(clock: Clock) {
  const sites = new Map<string, { readonly rules: RobotsRules; readonly until: number }>()
  let cachedCharacters = 0

  function forget(origin: string): void {
    cachedCharacters -= sites.get(origin)?.rules.length ?? 0
    sites.delete(origin)
  }

  async function rulesOf(session: CrawlSession, origin: string): Promise<RobotsRules> {
    const known = sites.get(origin)
    if (known && known.until > clock.now()) return known.rules
    const url = `${origin}/robots.txt`
    const rules = readRobotsRules(await readRobots(session, new URL(url)), product)
    // These rules move to the end of the map. The cache drops the oldest rules, which are at the start.
    forget(origin)
    cachedCharacters += rules.length
    sites.set(origin, { rules, until: clock.now() + cacheMs })
    for (const site of sites.keys()) {
      if (sites.size <= maxSites && cachedCharacters <= maxCachedCharacters) break
      forget(site)
    }
    return rules
  }

  return async (session: CrawlSession, url: URL): Promise<boolean> => {
    const rules = await rulesOf(session, url.origin)
    return isPathAllowed(rules, `${url.pathname}${url.search}`, session.signal)
  }
}

async function readRobots(session: CrawlSession, url: URL): Promise<string> {
  const answer = await get(session, url, 'text/plain')
  const { statusCode: status } = answer
  if (status >= 200 && status < 300) {
    return decodeText(await readBody(answer, { maxBytes, longer: 'cut' }), 'utf-8')
  }
  discard(answer)
  if (status >= 400 && status < 500) return ''
  throw new CrawlError('not_allowed', `robots.txt answered HTTP ${status}`)
}
