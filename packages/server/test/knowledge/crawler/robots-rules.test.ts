import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { expect, test } from 'vitest'
import { isPathAllowed, readRobotsRules } from '../../../src/knowledge/crawler/robots-rules.ts'

const { signal } = new AbortController()
const product = 'service-crawler'
const isAllowed = (text: string, path: string) =>
  isPathAllowed(readRobotsRules(text, product), path, signal)

/** The result of the package robots-parser, whose types wrongly describe an ES module. */
const oracle = (text: string, path: string) => {
  const parse = robotsParser as unknown as typeof robotsParser.default
  const origin = 'https://a.example'
  return parse(`${origin}/robots.txt`, text).isAllowed(`${origin}${path}`, product)
}

const letters = fc.constantFrom('a', 'b', '/', '%2f', '%C3%A9', '?', '$')
const path = fc.array(letters, { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
const pattern = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: letters },
      { weight: 1, arbitrary: fc.constantFrom('*', 'é') },
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => `/${parts.join('')}`.replace(/\*+/g, '*'))
const rule = fc
  .tuple(fc.constantFrom('Allow', 'disallow'), pattern)
  .map((parts) => parts.join(': '))
const group = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('*', 'Service-Crawler', 'SERVICE-crawler/2', 'other'), {
      minLength: 1,
    }),
    fc.array(rule, { minLength: 1, maxLength: 6 }),
  )
  .map(([names, rules]) => [...names.map((name) => `User-agent: ${name}`), ...rules].join('\n'))
const file = fc.array(group, { maxLength: 4 }).map((groups) => groups.join('\n\n'))

test('rules give the same results as in another parser', async () => {
  await fc.assert(
    fc.asyncProperty(file, path, async (text, target) => {
      const { pathname, search } = new URL(`https://a.example${target}`)
      expect(await isAllowed(text, `${pathname}${search}`)).toBe(oracle(text, target))
    }),
    { numRuns: 5_000 },
  )
})

test('a crawler that a group without rules names may read everything', async () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Service-Crawler\n'
  expect(await isAllowed(text, '/any')).toBe(true)
})

test('the parts of a pattern are found wherever a plain search finds them', async () => {
  const word = fc.array(fc.constantFrom('a', 'b'), { minLength: 4, maxLength: 12 })
  const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(word, text, async (part, target) => {
      const whole = `/${target.join('')}`
      const isFound = whole.includes(part.join(''))
      expect(await isAllowed(`User-agent: *\nDisallow: *${part.join('')}`, whole)).toBe(!isFound)
    }),
    { numRuns: 2_000 },
  )
})

test('many stars in a row are the same as one', async () => {
  const text = `User-agent: *\nDisallow: /${'*'.repeat(500_000)}x`
  expect(readRobotsRules(text, product)).toBe('-/*x')
  expect(await isAllowed(text, '/any/x')).toBe(false)
})

test('the search for 14,000 rules that almost match a long path yields to other work', async () => {
  const part = `${'a'.repeat(30)}b`
  const rules = Array.from({ length: 14_000 }, (_, index) => `Disallow:*${part}${index}`).join('\n')
  expect(rules.length).toBeLessThan(700_000)
  let ticks = 0
  let isOver = false
  const count = () => {
    ticks += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const asked = isAllowed(`User-agent: *\n${rules}`, `/${'a'.repeat(8_000)}`)
  await asked.finally(() => {
    isOver = true
  })
  expect(await asked).toBe(true)
  expect(ticks).toBeGreaterThan(50)
})

test('an aborted match ends', async () => {
  const stop = new AbortController()
  const rules = readRobotsRules(
    `User-agent: *\n${Array.from({ length: 9_000 }, (_, index) => `Disallow:*aaaa${index}`).join('\n')}`,
    product,
  )
  const asked = isPathAllowed(rules, `/${'a'.repeat(8_000)}`, stop.signal)
  stop.abort(new Error('Given up.'))
  await expect(asked).rejects.toThrow('Given up.')
})
