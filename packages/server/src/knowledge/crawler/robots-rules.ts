import { setImmediate } from 'node:timers/promises'

/**
 * The rules of a robots.txt that are for one crawler: a line each, `+` or `-` for whether it
 * allows, then its pattern. One text, because a hostile site can name tens of thousands.
 */
export type RobotsRules = string

// Characters compared before others have their turn: a few milliseconds.
const stepsAtOnce = 2_000_000
// The engine's own search is linear for parts that are so short.
const shortPart = 3

/**
 * Reads the rules for a crawler (RFC 9309 section 2.2): those of every group that names it, or of
 * those for everybody where no group does.
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
      if (name === product || name === '*') names.add(name)
    }
    if (!/^(?:dis)?allow$/i.test(field)) continue
    hasRules = true
    const pattern = normalize(value.trim())
    for (const name of names) {
      const rules = groups.get(name) ?? new Set()
      groups.set(name, rules)
      if (pattern !== '') rules.add(`${field.toLowerCase() === 'allow' ? '+' : '-'}${pattern}`)
    }
  }
  return [...(groups.get(product) ?? groups.get('*') ?? [])].join('\n')
}

/**
 * Whether rules let a path be read, its query included: the longest pattern that matches decides,
 * and between two as long the one that allows. Takes time linear in the rules, and gives way to
 * other work in between.
 *
 * @param signal - aborts, which rejects with its reason.
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

/** `*` stands for any characters, `$` at the end for the end (RFC 9309 section 2.2.3). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  if (parts.length === 0) return !isWhole || path.length === start.length
  const last = isWhole ? (parts.pop() ?? '') : ''
  let at = start.length
  // The first place where a part is found leaves the most for those after it.
  for (const part of parts) {
    at = endOf(part, path, at)
    if (at === -1) return false
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** Where `part` first ends in a text, from a position on, or -1 (Knuth, Morris and Pratt). */
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

/** For each start of a text, the length of the longest shorter start that it also ends with. */
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
