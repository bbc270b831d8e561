import robotsParser from 'robots-parser'
import type { Clock } from '../ports/clock.ts'
import { CrawlError } from './crawl-error.ts'
import { decodeText } from './decode-text.ts'
import { discard, get, userAgent, type Visit } from './get.ts'
import { readBody } from './read-body.ts'

/** What sites allow, by their robots.txt (RFC 9309). */
export interface Robots {
  /**
   * Whether this crawler may read an address.
   *
   * @throws CrawlError `not_allowed` where robots.txt exists but cannot be had: then nothing may
   * be read (section 2.3.1.4).
   */
  allows(visit: Visit, url: URL): Promise<boolean>
}

type Rules = ReturnType<typeof robotsParser.default>

// Its types describe an ES module, which it is not.
const parseRules = robotsParser as unknown as typeof robotsParser.default

const keptMs = 3_600_000
const maxSites = 1_000
// Section 2.5: at least 500 KiB have to be read.
const maxBytes = 512_000
const product = userAgent.slice(0, userAgent.indexOf('/')).toLowerCase()

/** Makes {@link Robots} that keep what a site said for an hour. */
export function createRobots(clock: Clock): Robots {
  const sites = new Map<string, { readonly rules: Rules; readonly until: number }>()

  async function rulesOf(visit: Visit, origin: string): Promise<Rules> {
    const kept = sites.get(origin)
    if (kept && kept.until > clock.now()) return kept.rules
    const url = `${origin}/robots.txt`
    const rules = parseRules(url, relevantLines(await readRobots(visit, new URL(url))))
    // The site that was asked about longest ago goes first.
    sites.delete(origin)
    sites.set(origin, { rules, until: clock.now() + keptMs })
    for (const site of sites.keys()) {
      if (sites.size <= maxSites) break
      sites.delete(site)
    }
    return rules
  }

  return {
    async allows(visit, url) {
      const rules = await rulesOf(visit, url.origin)
      return rules.isAllowed(url.href, userAgent) !== false
    },
  }
}

async function readRobots(visit: Visit, url: URL): Promise<string> {
  const answer = await get(visit, url, 'text/plain')
  const { status } = answer
  if (status >= 200 && status < 300) {
    return decodeText(await readBody(answer, { maxBytes, longer: 'cut' }), 'utf-8')
  }
  discard(answer)
  if (status >= 400 && status < 500) return ''
  throw new CrawlError('not_allowed', `robots.txt answered HTTP ${status}`)
}

/**
 * The lines that concern this crawler. The parser keeps each rule once for every crawler it is
 * for, so that thousands of names above thousands of rules would fill the memory.
 */
function relevantLines(text: string): string {
  const lines: string[] = []
  let names = new Set<string>()
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    if (/^(?:dis)?allow$/i.test(field)) {
      names = new Set()
      lines.push(line)
    } else if (/^user-agent$/i.test(field)) {
      const name = readName(value)
      if (!names.has(name)) lines.push(`User-agent: ${name}`)
      names.add(name)
    }
  }
  return lines.join('\n')
}

function readName(value: string): string {
  const name = value.split('/', 1)[0]?.trim().toLowerCase()
  return name === product || name === '*' ? name : 'another'
}
