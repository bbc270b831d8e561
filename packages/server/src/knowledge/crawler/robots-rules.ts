import { setImmediate } from 'node:timers/promises'

/**
 * The rules of a robots.txt for one crawler, one per line: `+` to allow or `-` to disallow, and the
 * pattern. A string takes little memory, even for the tens of thousands of rules of a hostile site.
 */
export type RobotsRules = string

// After comparing this many characters, which takes a few milliseconds, the check yields to other work.
const stepsAtOnce = 2_000_000
// `indexOf` is linear for parts this short.
const shortPart = 3

/**
 * Reads the rules for a crawler (RFC 9309 section 2.2): the rules of every group that names it. If no
 * group names it, the groups for all crawlers apply.
 *
 * @param product - the name of the crawler, in lower case.
 */
export function readRobotsRules(text: string, product: string): RobotsRules {
  const groups = new Map<string, Set<string>>()
  let names = new Set<string>()
  let hasRules = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    if (/^user-agent$/i.test(field)) {
      if (hasRules) names = new Set()
      hasRules = false
      const name = value.split('/', 1)[0]?.trim().toLowerCase() ?? ''
      if (name !== product && name !== '*') continue
      names.add(name)
      if (!groups.has(name)) groups.set(name, new Set())
    }
    if (!/^(?:dis)?allow$/i.test(field)) continue
    hasRules = true
    const pattern = normalize(value.trim())
    if (pattern === '') continue
    const rule = `${field.toLowerCase() === 'allow' ? '+' : '-'}${pattern}`
    for (const name of names) groups.get(name)?.add(rule)
  }
  return [...(groups.get(product) ?? groups.get('*') ?? [])].join('\n')
}

/**
 * Whether rules allow a path with its query. The longest matching pattern decides. If two are equally
 * long, the one that allows decides. The time is linear in the length of the rules. Yields to other work.
 */
export async function isPathAllowed(
  rules: RobotsRules,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const encoded = upperEscapes(path)
  let best = ''
  let steps = 0
  for (const rule of rules.split('\n')) {
    const isBetter = rule.length > best.length || (rule.length === best.length && rule[0] === '+')
    if (isBetter && matches(rule.slice(1), encoded)) best = rule
    steps += rule.length + (rule.includes('*') ? encoded.length : 0)
    if (steps < stepsAtOnce) continue
    steps = 0
    await setImmediate()
    signal.throwIfAborted()
  }
  return best[0] !== '-'
}

function normalize(pattern: string): string {
  const plain = pattern.replace(/\*+/g, '*')
  try {
    return upperEscapes(encodeURI(plain).replace(/%25/g, '%'))
  } catch {
    return plain
  }
}

const upperEscapes = (text: string) =>
  text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())

/** `*` matches any characters, and `$` at the end matches the end of the path (RFC 9309 section 2.2.3). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  if (parts.length === 0) return !isWhole || path.length === start.length
  const last = isWhole ? (parts.pop() ?? '') : ''
  let at = start.length
  // The first match of a part leaves the most text for the later parts.
  for (const part of parts) {
    at = endOf(part, path, at)
    if (at === -1) return false
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** The end of the first match of `part` after a position, or -1 (Knuth, Morris and Pratt). */
function endOf(part: string, text: string, from: number): number {
  if (part.length <= shortPart) {
    const at = text.indexOf(part, from)
    return at === -1 ? -1 : at + part.length
  }
  if (part.length > text.length - from) return -1
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && part[matched] !== text[at]) matched = borders[matched - 1] ?? 0
    if (part[matched] === text[at]) matched++
    if (matched === part.length) return at + 1
  }
  return -1
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[length] !== text[at]) length = borders[length - 1] ?? 0
    if (text[length] === text[at]) length++
    borders[at] = length
  }
  return borders
}
