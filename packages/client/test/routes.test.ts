import { readFileSync } from 'node:fs'
import { API_VERSION, api, errorTable, limits, type Operation } from '@doorkit/models'
import { expect, test } from 'vitest'
import { isRetryable } from '../src/retry.ts'
import { readRoute } from '../src/route.ts'
import { routes } from '../src/routes.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

/** What comes after method and path in the line of an operation. */
function wordsOf({ reply, cost, query, body }: Operation): string[] {
  return [
    ...(reply.kind === 'json' ? [] : [reply.kind]),
    ...(body ? ['body'] : query ? ['query'] : []),
    ...(query && 'starting_after' in query.shape ? ['paged'] : []),
    ...(cost === 'heavy' ? ['heavy'] : []),
  ]
}

function lineOf(operation: Operation): string {
  return [operation.method, operation.path, ...wordsOf(operation)].join(' ')
}

/** The statuses that are retried whatever the code. */
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504]

/** The codes of which the contract says something else than their status. */
const retryExceptions = Object.entries(errorTable).flatMap(([code, { retry, statuses }]) => {
  const retried = retry === 'soon' || retry === 'after'
  const asItsStatus = statuses.every((status) => retriedStatuses.includes(status) === retried)
  return asItsStatus ? [] : [`  ['${code}', ${retried}],`]
})

function writeRoutes(clientVersion: string): string {
  const resources = Object.entries(operations).flatMap(([resource, definitions]) => [
    `  ${resource}: {`,
    ...Object.entries(definitions).map(
      ([name, operation]) => `    ${name}: '${lineOf(operation)}',`,
    ),
    '  },',
  ])
  return [
    '// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.',
    "import type { Routes } from './route.ts'",
    '',
    '/** Every operation of the contract, without its schemas: what the client needs at run time. */',
    'export const routes: Routes = {',
    ...resources,
    '}',
    '',
    '/** Whether a refusal with one of these codes may be sent again, where its status says otherwise. */',
    'export const retryExceptions: ReadonlyMap<string, boolean> = new Map([',
    ...retryExceptions,
    '])',
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

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** An operation as a constant, so that a bundler leaves out the others. */
function constantText(id: string, operation: Operation, make: string): string {
  const [resource = '', name = ''] = id.split('.')
  // Looked up only where it is used: a union of all names would cost each program all their types.
  const type = `CoreOperation<Client['${resource}']['${name}']>`
  const value = `{ id: '${id}', line: '${lineOf(operation)}', make: ${make} }`
  return [
    `/** \`${operation.method} ${operation.path}\` */`,
    `export const ${resource}${capitalized(name)}: ${type} = ${value}`,
  ].join('\n')
}

const makers = { json: 'createMethod', list: 'createListMethod', stream: 'createMethod' } as const

function constantsOf(resource: string, name: string, operation: Operation): string[] {
  const { kind } = operation.reply
  const own = constantText(`${resource}.${name}`, operation, makers[kind])
  if (kind !== 'stream') return [own]
  return [own, constantText(`${resource}.stream`, operation, 'createStreamMethod')]
}

test('the operations of a core are those of the contract', async () => {
  const constants = Object.entries(operations).flatMap(([resource, definitions]) =>
    Object.entries(definitions).flatMap(([name, operation]) =>
      constantsOf(resource, name, operation),
    ),
  )
  const text = [
    '// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.',
    "import type { Client } from '../client.ts'",
    "import { createListMethod } from '../list-method.ts'",
    "import { createMethod } from '../method.ts'",
    "import { createStreamMethod } from '../stream-method.ts'",
    "import type { CoreOperation } from './core-operation.ts'",
    '',
    constants.join('\n\n'),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../src/core/operations.ts')
})

test('the line of an operation is read as what the contract says', () => {
  const read = Object.entries(routes).map(([resource, lines]) => [
    resource,
    Object.entries(lines).map(([name, line]) => [name, readRoute(line)]),
  ])
  const expected = Object.entries(operations).map(([resource, definitions]) => [
    resource,
    Object.entries(definitions).map(([name, operation]) => {
      const { method, path, reply, body, query, cost } = operation
      const input = body ? 'body' : query && 'query'
      const paged = query !== undefined && 'starting_after' in query.shape
      return [name, { method, path, kind: reply.kind, input, paged, heavy: cost === 'heavy' }]
    }),
  ])
  expect(read).toEqual(expected)
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

test('a refusal is retried as the contract says', () => {
  const codes = Object.entries(errorTable)
  expect(codes.length).toBeGreaterThan(10)
  for (const [code, { retry, statuses }] of codes) {
    for (const status of statuses) {
      expect(isRetryable(status, code), code).toBe(retry === 'soon' || retry === 'after')
    }
  }
})
