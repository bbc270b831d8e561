import { readFileSync } from 'node:fs'
import { API_VERSION, api, errorTable, limits, type Operation } from '@doorkit/models'
import { expect, test } from 'vitest'
import { routes } from '../src/routes.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

function routeLine(name: string, operation: Operation): string {
  const { method, path, reply, cost, query, body } = operation
  const members = [
    `method: '${method}'`,
    `path: '${path}'`,
    `kind: '${reply.kind}'`,
    ...(body ? [`input: 'body'`] : query ? [`input: 'query'`] : []),
    ...(query && 'starting_after' in query.shape ? ['paged: true'] : []),
    ...(cost === 'heavy' ? ['heavy: true'] : []),
  ]
  return `    ${name}: { ${members.join(', ')} },`
}

function writeRoutes(clientVersion: string): string {
  const resources = Object.entries(operations).flatMap(([resource, definitions]) => [
    `  ${resource}: {`,
    ...Object.entries(definitions).map(([name, operation]) => routeLine(name, operation)),
    '  },',
  ])
  const rules = Object.entries(errorTable).map(([code, { retry }]) => `  ${code}: '${retry}',`)
  return [
    '// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.',
    "import type { Routes } from './route.ts'",
    '',
    '/** Every operation of the contract, without its schemas: what the client needs at run time. */',
    'export const routes: Routes = {',
    ...resources,
    '}',
    '',
    '/** When a request refused with a code may be sent again. */',
    'export const retryRules: Readonly<Record<string, string>> = {',
    ...rules,
    '}',
    '',
    '/** The version of the API that the types describe. */',
    `export const apiVersion = '${API_VERSION}'`,
    '',
    '/** The most items on one page of a list. */',
    `export const largestPage = ${limits.pageSize.max}`,
    '',
    '/** The version of this package. */',
    `export const clientVersion = '${clientVersion}'`,
    '',
  ].join('\n')
}

test('the routes are those of the contract', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  await expect(writeRoutes(manifest.version)).toMatchFileSnapshot('../src/routes.ts')
})

test('every operation has what the methods rely on', () => {
  const all = Object.values(operations).flatMap((definitions) => Object.values(definitions))
  const written = Object.values(routes).flatMap((resource) => Object.values(resource))
  expect(written).toHaveLength(all.length)
  expect(all.length).toBeGreaterThan(20)
  for (const { path, body, query, reply, method } of all) {
    // The types name up to two ids of a path, and have one place for the input.
    expect(path.split('{').length - 1).toBeLessThanOrEqual(2)
    expect(body && query).toBeUndefined()
    expect(query === undefined || method === 'GET').toBe(true)
    expect(reply.kind === 'stream' ? body : true).toBeTruthy()
  }
})
