import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runProgram } from './support/run-program.ts'
import { nodes, oldNode, type Runtime } from './support/runtimes.ts'

const project = inject('fullProject')
const packages = [
  'agent-ai',
  'chat-stream',
  'cli',
  'client',
  'models',
  'server',
  'store',
  'store-postgres',
  'store-sql',
  'store-sqlite',
  'store-tests',
  'webhooks',
  'widget',
]

/** The entries that load on older versions of Node too, with the reason. */
const withoutCheck: Readonly<Record<string, string>> = {
  '@doorkit/chat-stream': 'also runs in browsers',
  '@doorkit/chat-stream/error': 'one class',
  '@doorkit/models': 'data that every runtime reads',
  '@doorkit/models/console': 'data that every runtime reads',
  '@doorkit/models/openapi': 'data that every runtime reads',
  '@doorkit/models/read-event': 'one function',
  '@doorkit/models/site': 'data that every runtime reads',
  '@doorkit/store-tests': 'functions that take a store, which has the check',
  '@doorkit/webhooks/dedupe-tests': 'functions that take a store of the user',
  '@doorkit/webhooks/fetch': 'takes a router of @doorkit/webhooks, which has the check on Node',
  '@doorkit/webhooks/hono': 'takes a router of @doorkit/webhooks, which has the check on Node',
  '@doorkit/webhooks/next': 'takes a router of @doorkit/webhooks, which has the check on Node',
  '@doorkit/webhooks/postgres': 'functions that take a pool of the user',
  '@doorkit/webhooks/redis': 'a function that takes a client of the user',
  '@doorkit/webhooks/sqlite': 'a function that takes a database of the user',
  '@doorkit/widget': 'runs in browsers',
  '@doorkit/widget/assets': 'the text of files',
  '@doorkit/widget/element': 'runs in browsers',
}

/** Every entry of these packages that users can import, with its formats. */
const entries = packages.flatMap((name) => {
  const file = join(project, 'node_modules/@doorkit', name, 'package.json')
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, object> }
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json' && path !== './bin')
    .map(([path, target]) => ({
      specifier: `@doorkit/${name}${path.slice(1)}`,
      forms: 'require' in target ? ['mjs', 'cjs'] : ['mjs'],
    }))
})

const forms = ['mjs', 'cjs'] as const

/** Loads each entry in a format. The outcome of an entry is `loads`, or the error. */
async function loadEach(form: (typeof forms)[number], runtime: Runtime) {
  const specifiers = entries.filter((one) => one.forms.includes(form)).map((one) => one.specifier)
  const program = join(project, 'programs', `load-each.${form}`)
  return Object.entries((await runProgram(runtime, program, { specifiers }, 60_000)) as object)
}

describe('on Node 20', () => {
  test.each(forms)(
    'every entry with a version check names the Node that it needs, from a .%s file',
    async (form) => {
      const outcomes = (await loadEach(form, oldNode)).filter(([name]) => !(name in withoutCheck))
      expect(outcomes.length).toBeGreaterThan(form === 'mjs' ? 15 : 10)
      for (const [specifier, outcome] of outcomes) {
        expect(outcome, specifier).toMatch(/needs Node 22\.19 or newer/)
      }
    },
  )

  test('the command names the Node that it needs', async () => {
    const program = join(project, 'node_modules/@doorkit/cli/dist/bin.js')
    await expect(runProgram(oldNode, program, {})).rejects.toThrow('needs Node 22.19 or newer')
  })

  test('every entry that needs no check loads', async () => {
    const known = entries.map(({ specifier }) => specifier)
    expect(known).toEqual(expect.arrayContaining(Object.keys(withoutCheck)))
    for (const form of forms) {
      const outcomes = (await loadEach(form, oldNode)).filter(([name]) => name in withoutCheck)
      expect(outcomes.map(([, outcome]) => outcome)).toEqual(outcomes.map(() => 'loads'))
    }
  })
})

test.each(forms)('every entry loads on Node 22, from a .%s file', async (form) => {
  const [node22] = nodes
  if (!node22) throw new Error('Node 22 is not listed.')
  const outcomes = await loadEach(form, node22)
  expect(outcomes.length).toBeGreaterThan(15)
  expect(outcomes.filter(([, outcome]) => outcome !== 'loads')).toEqual([])
})
