import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The files of a folder that a file imports with its relative imports, for its types too. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const paths = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g)
  return [...paths].map(([, path = '']) => relative(folder, join(folder, dirname(file), path)))
}

const codeIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

/** The files at the top of a package that its folders stand on: all but its entries. */
const ground = 'the ground'

/**
 * The folders of each package's sources, from the ground up: a file imports from its own folder and
 * from those before it. The empty name is the top, where the entries stand.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  bench: [
    ground,
    'size',
    'server',
    'stores',
    'chat',
    'client',
    'deliveries',
    'faults/sdks',
    'faults',
    '',
  ],
  cli: [ground, 'demo', 'serve', 'commands', ''],
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
  models: [ground, 'resources', 'openapi', ''],
  reliability: [
    ground,
    'addresses',
    'authorization',
    'clocks',
    'disks',
    'erasure',
    'fleet',
    'sockets',
    'stalls',
    'strings',
    'tenants',
    '',
  ],
  server: [
    'text',
    'ports',
    'errors',
    'network',
    'store',
    'store/memory',
    'collections',
    'kit/secrets',
    'admin/copy',
    'kit',
    'worker',
    'experiments/results',
    'webhooks',
    'links',
    'experiments',
    'analytics',
    'conversations',
    'conversations/grading',
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
  'store-tests': [ground, 'cases', ''],
}

/** How many names the top of a package shows at most. */
const topNames: Readonly<Record<string, number>> = { client: 15, server: 24 }

/** The files at the top that stand above the folders, where the others are the ground. */
const entries: Readonly<Record<string, readonly string[]>> = {
  bench: ['bench.ts', 'benches.ts'],
  cli: ['commands.ts', 'index.ts', 'main.ts', 'bin.ts'],
  models: ['index.ts', 'openapi.ts'],
  reliability: ['campaigns.ts', 'reliability.ts'],
  'store-tests': ['index.ts', 'store-cases.ts', 'test-store.ts'],
}

/** Lists of names stand above all that they name. */
const lists: Readonly<Record<string, readonly string[]>> = { client: ['contract/index.ts'] }

/** The folder of each package's sources, from the root. */
const sources = {
  ...Object.fromEntries(
    readdirSync(join(root, 'packages'))
      .map((name) => [name, `packages/${name}/src`] as const)
      .filter(([, folder]) => existsSync(join(root, folder))),
  ),
  reliability: 'packages/tests/reliability',
}

describe.each(Object.entries(sources))('the sources of %s', (name, folder) => {
  const source = join(root, folder)
  const order = rooms[name] ?? ['']
  const files = codeIn(source).filter((file) => !file.startsWith('test/'))
  const roomOf = (file: string) => {
    if (lists[name]?.includes(file)) return ''
    const folder = dirname(file)
    if (folder !== '.') return folder
    return order.includes(ground) && !entries[name]?.includes(file) ? ground : ''
  }

  test('are in these rooms', () => {
    expect(files.length).toBeGreaterThan(0)
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...order].sort())
  })

  test('import nothing from above their room', () => {
    const up = files.flatMap((file) => {
      const room = roomOf(file)
      return importsOf(source, file)
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

describe.each(globSync('examples/*/src', { cwd: root }))('%s', (folder) => {
  test('imports nothing from its tests', () => {
    const source = join(root, folder)
    const files = codeIn(source)
    expect(files.length).toBeGreaterThan(0)
    const outside = files.flatMap((file) =>
      importsOf(source, file).filter((path) => path.startsWith('..')),
    )
    expect(outside).toEqual([])
  })
})
