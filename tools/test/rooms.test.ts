import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))

/**
 * The folders of each package's sources, from the ground up: a file imports from its own folder and
 * from those before it. The empty name is the top, where the entries stand.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  client: [
    'contract',
    'answer',
    'errors',
    'attempt',
    'call',
    'list',
    'stream',
    'contract/resources',
    '',
    'otel',
    'sync',
    'undici',
    'validate',
    'testing',
  ],
  server: [
    'text',
    'ports',
    'errors',
    'network',
    'store',
    'store/memory',
    'collections',
    'secrets',
    'kit',
    'worker',
    'experiments/results',
    'webhooks',
    'links',
    'experiments',
    'analytics',
    'conversations',
    'grading',
    'knowledge/crawler',
    'knowledge',
    'chat',
    'privacy',
    'reports',
    'admin',
    'handlers',
    'http/pipeline',
    'http/mounts',
    'doorkit',
    '',
  ],
}

/** How many names the top of a package shows at most. */
const topNames: Readonly<Record<string, number>> = { client: 15, server: 26 }

/** Lists of names stand above all that they name. */
const lists: Readonly<Record<string, readonly string[]>> = { client: ['contract/index.ts'] }

const names = readdirSync(packages).filter((name) => existsSync(join(packages, name, 'src')))

// The others keep what everything stands on beside what stands on everything.
const mixed = ['bench', 'cli', 'models', 'reliability', 'store-tests']

describe.each(names.filter((name) => !mixed.includes(name)))('the sources of %s', (name) => {
  const source = join(packages, name, 'src')
  const order = rooms[name] ?? ['']
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const roomOf = (file: string) =>
    lists[name]?.includes(file) ? '' : dirname(file).replace(/^\.$/, '')

  /** Every file of the package that a file imports, for its types too. */
  const importsOf = (file: string) => {
    const text = readFileSync(join(source, file), 'utf8')
    const paths = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g)
    return [...paths].map(([, path = '']) => relative(source, join(source, dirname(file), path)))
  }

  test('are in these rooms', () => {
    expect(files.length).toBeGreaterThan(0)
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...order].sort())
  })

  test('import nothing from above their room', () => {
    const up = files.flatMap((file) => {
      const room = roomOf(file)
      return importsOf(file)
        .map(roomOf)
        .filter((other) => order.indexOf(other) > order.indexOf(room))
        .map((other) => `${room} → ${other || 'the top'}`)
    })
    expect([...new Set(up)]).toEqual([])
  })

  test('show a screen of names at the top', () => {
    expect(readdirSync(source).length).toBeLessThanOrEqual(topNames[name] ?? 60)
  })
})
