import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The relative imports of a file, including those of types. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const paths = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g)
  return [...paths].map(([, path = '']) => relative(folder, join(folder, dirname(file), path)))
}

/** Finds the files that import each other in a circle, and those that import such files. */
function findCircles(importsByFile: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set(importsByFile.keys())
  for (let before = 0; before !== left.size; ) {
    before = left.size
    for (const file of left) {
      if (!importsByFile.get(file)?.some((other) => left.has(other))) left.delete(file)
    }
  }
  return [...left]
}

const codeIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

/** The layer of the files at the top of a package that its folders import. */
const base = 'base'

/**
 * The folders of each package's sources, lowest layer first: a file imports only from its own layer and
 * lower ones. The empty name stands for the entries of the package, at the top of its sources.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  'agent-ai': ['answer', 'prompt', ''],
  bench: [
    base,
    'search',
    'turn',
    'size',
    'server',
    'site',
    'stores',
    'chat',
    'client',
    'deliveries',
    'faults/sdks',
    'faults',
    'widget',
    'console',
    '',
  ],
  cli: [base, 'demo', 'serve', 'commands', ''],
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
  console: [base, 'parts', 'screens', ''],
  models: [base, 'resources', 'site', 'console', 'openapi', ''],
  reliability: [
    base,
    'addresses',
    'authorization',
    'clocks',
    'disks',
    'erasure',
    'fleet',
    'turns',
    'sockets',
    'stalls',
    'neighbors',
    'strings',
    'team',
    'silent-receivers',
    '',
  ],
  server: [
    'text',
    'ports',
    'errors',
    'network',
    'values',
    'collections',
    'secrets',
    'ids',
    'limits',
    'requests',
    'services',
    'commit',
    'admin/copy',
    'worker',
    'admin/metrics',
    'experiments/results',
    'webhooks',
    'links',
    'experiments',
    'analytics',
    'conversations',
    'knowledge/crawler',
    'knowledge',
    'chat/knowledge-agent',
    'conversations/grading',
    'chat',
    'privacy',
    'recorder',
    'admin',
    'handlers',
    'http/pipeline',
    'site',
    'site/handlers',
    'console',
    'console/handlers',
    'http/mounts',
    'doorkit',
    '',
  ],
  store: [base, 'memory', ''],
  'store-tests': [base, 'cases', ''],
  widget: [base, 'texts', 'chat', 'view', ''],
}

/** How many files and folders the top of a package may have. Default: 60. */
const maxTopNames: Readonly<Record<string, number>> = { client: 15, server: 30 }

/** The files at the top that are the entries. The others are in the layer `base`. */
const entries: Readonly<Record<string, readonly string[]>> = {
  bench: ['bench.ts', 'benches.ts'],
  cli: ['commands.ts', 'index.ts', 'main.ts', 'bin.ts'],
  console: ['app.tsx', 'main.tsx', 'screens.ts', 'shell.tsx'],
  models: ['index.ts', 'openapi.ts'],
  reliability: ['campaigns.ts', 'reliability.ts'],
  store: ['index.ts'],
  'store-tests': ['index.ts', 'store-cases.ts', 'test-store.ts'],
  widget: ['element.ts', 'index.ts', 'loader.ts', 'open-widget.ts', 'script.ts'],
}

/** Lists of exports belong to the layer of the entries. */
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
  const order = layers[name] ?? ['']
  const files = codeIn(source).filter((file) => !file.startsWith('test/'))
  const layerOf = (file: string) => {
    if (lists[name]?.includes(file)) return ''
    const folder = dirname(file)
    if (folder !== '.') return folder
    return order.includes(base) && !entries[name]?.includes(file) ? base : ''
  }

  test('have exactly the layers in the list', () => {
    expect(files.length).toBeGreaterThan(0)
    expect([...new Set(files.map(layerOf))].sort()).toEqual([...order].sort())
  })

  test('import nothing from a higher layer', () => {
    const upwardImports = files.flatMap((file) => {
      const layer = layerOf(file)
      return importsOf(source, file)
        .map(layerOf)
        .filter((other) => order.indexOf(other) > order.indexOf(layer))
        .map((other) => `${layer} → ${other || 'the top'}`)
    })
    expect([...new Set(upwardImports)]).toEqual([])
  })

  test('do not import each other in a circle', () => {
    const importsByFile = new Map(
      globSync('**/*.{ts,tsx}', { cwd: source }).map((file) => [file, importsOf(source, file)]),
    )
    expect(importsByFile.size).toBeGreaterThan(0)
    expect(findCircles(importsByFile)).toEqual([])
  })

  test('have few files and folders at the top', () => {
    expect(readdirSync(source).length).toBeLessThanOrEqual(maxTopNames[name] ?? 60)
  })
})

describe.each(globSync('examples/*/src', { cwd: root }))('%s', (folder) => {
  test('imports nothing from outside the folder', () => {
    const source = join(root, folder)
    const files = codeIn(source)
    expect(files.length).toBeGreaterThan(0)
    const outside = files.flatMap((file) =>
      importsOf(source, file).filter((path) => path.startsWith('..')),
    )
    expect(outside).toEqual([])
  })
})
