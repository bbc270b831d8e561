import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { placePrograms, runProgram } from './support/run-program.ts'
import { nodes, oldNode } from './support/runtimes.ts'

const project = inject('fullProject')
const packages = [
  'chat-stream',
  'cli',
  'client',
  'models',
  'server',
  'store-postgres',
  'store-sql',
  'store-sqlite',
  'store-tests',
  'webhooks',
]

/** The entries that need nothing of Node, also where they are loaded on it, and what keeps them so. */
const withoutCheck: Readonly<Record<string, string>> = {
  '@doorkit/chat-stream': 'browsers read streams with it',
  '@doorkit/chat-stream/error': 'one class',
  '@doorkit/models': 'data that every runtime reads',
  '@doorkit/models/openapi': 'data that every runtime reads',
  '@doorkit/models/read-event': 'one function',
  '@doorkit/store-tests': 'functions that take a store, which has the check',
  '@doorkit/webhooks/dedupe-tests': 'functions that take a store of the caller',
  '@doorkit/webhooks/fetch': 'takes a router of @doorkit/webhooks, which has the check on Node',
  '@doorkit/webhooks/hono': 'takes a router of @doorkit/webhooks, which has the check on Node',
  '@doorkit/webhooks/next': 'takes a router of @doorkit/webhooks, which has the check on Node',
}

/** Every entry that users can import, and the forms that it comes in. */
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

beforeAll(() => placePrograms(project))

const load = (form: string, specifier: string, runtime = oldNode) =>
  runProgram(runtime, join(project, 'programs', `load.${form}`), { specifier })

describe('on Node 20', { timeout: 60_000 }, () => {
  const checked = entries.filter(({ specifier }) => !(specifier in withoutCheck))

  test.each(checked)('$specifier says which Node it needs', async ({ specifier, forms }) => {
    for (const form of forms) {
      await expect(load(form, specifier), form).rejects.toThrow(/needs Node 22\.19 or newer/)
    }
  })

  test('the command says which Node it needs', async () => {
    const program = join(project, 'node_modules/@doorkit/cli/dist/bin.js')
    await expect(runProgram(oldNode, program, {})).rejects.toThrow('needs Node 22.19 or newer')
  })

  test('only what is named here, with a reason, loads', async () => {
    const known = entries.map(({ specifier }) => specifier)
    expect(known).toEqual(expect.arrayContaining(Object.keys(withoutCheck)))
    expect(checked.length).toBeGreaterThan(15)
    for (const { specifier, forms } of entries.filter(
      ({ specifier }) => specifier in withoutCheck,
    )) {
      for (const form of forms) await load(form, specifier)
    }
  })
})

test('every entry loads on Node 22', { timeout: 60_000 }, async () => {
  for (const { specifier, forms } of entries) {
    for (const form of forms) await load(form, specifier, nodes[0])
  }
})
