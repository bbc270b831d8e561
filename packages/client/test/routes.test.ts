import { readFileSync } from 'node:fs'
import { API_VERSION, api, errorTable, limits, type Operation } from '@doorkit/models'
import { expect, test } from 'vitest'
import { isRetryable } from '../src/retry.ts'
import { readRoute } from '../src/route.ts'
import { routes } from '../src/routes.ts'
import { isPaged } from './surface/is-paged.ts'
import { operationsText } from './surface/operations-text.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

/** What comes after method and path in the line of an operation. */
function wordsOf(operation: Operation): string[] {
  const { reply, cost, query, body } = operation
  return [
    ...(reply.kind === 'json' ? [] : [reply.kind]),
    ...(body ? ['body'] : query ? ['query'] : []),
    ...(isPaged(operation) ? ['paged'] : []),
    ...(cost === 'heavy' ? ['heavy'] : []),
  ]
}

/** The segments that all paths of a resource begin with. */
function sharedPath(definitions: Readonly<Record<string, Operation>>): string {
  const [first = [], ...others] = Object.values(definitions).map(({ path }) => path.split('/'))
  const end = first.findIndex(
    (segment, place) => segment.startsWith('{') || others.some((other) => other[place] !== segment),
  )
  return first.slice(0, end < 0 ? undefined : end).join('/')
}

/** Method, the path below that of the resource, and what else there is to know. */
function lineOf(operation: Operation, path: string): string {
  const below = operation.path.slice(path.length)
  return [operation.method, ...(below ? [below] : []), ...wordsOf(operation)].join(' ')
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
  const resources = Object.entries(operations).flatMap(([resource, definitions]) => {
    const path = sharedPath(definitions)
    return [
      `  ${resource}: ['${path}', {`,
      ...Object.entries(definitions).map(
        ([name, operation]) => `    ${name}: '${lineOf(operation, path)}',`,
      ),
      '  }],',
    ]
  })
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
    '/** What this package calls itself in requests. */',
    `export const userAgent = 'doorkit-client/${clientVersion}'`,
    '',
  ].join('\n')
}

test('the routes are those of the contract', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  await expect(writeRoutes(manifest.version)).toMatchFileSnapshot('../src/routes.ts')
})

test('the operations of a core are those of the contract', async () => {
  await expect(operationsText()).toMatchFileSnapshot('../src/core/operations.ts')
})

test('the line of an operation is read as what the contract says', () => {
  const read = Object.entries(routes).map(([resource, [path, lines]]) => [
    resource,
    Object.entries(lines).map(([name, line]) => readRoute(`${resource}.${name}`, path, line)),
  ])
  const expected = Object.entries(operations).map(([resource, definitions]) => [
    resource,
    Object.entries(definitions).map(([name, operation]) => {
      const { method, path, reply, body, query, cost } = operation
      return {
        operation: { id: `${resource}.${name}`, method, path, heavy: cost === 'heavy' },
        kind: reply.kind,
        hasInput: body !== undefined || query !== undefined,
        paged: isPaged(operation),
      }
    }),
  ])
  expect(read).toEqual(expected)
})

test('every operation has what the methods rely on', () => {
  const all = Object.values(operations).flatMap((definitions) => Object.values(definitions))
  const written = Object.values(routes).flatMap(([, lines]) => Object.values(lines))
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
