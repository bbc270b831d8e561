import { readFileSync } from 'node:fs'
import { API_VERSION, api, errorTable, limits, type Operation } from '@doorkit/models'
import { generatedHeader } from './generated-header.ts'
import { idPrefixOf } from './ids-text.ts'
import { isPaged } from './is-paged.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

/** The rest of the line of an operation, after method and path. */
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

/** How the ids in the paths of a resource begin, as what follows its operations. */
function prefixesOf(resource: string, definitions: Readonly<Record<string, Operation>>): string {
  const all = Object.values(definitions).map(({ params = {} }) =>
    Object.values(params).map(idPrefixOf).join(' '),
  )
  const longest = all.reduce((one, other) => (other.length > one.length ? other : one))
  if (all.some((one) => !longest.startsWith(one))) {
    throw new Error(
      `${resource} has ids of several kinds in one place: say those of each operation`,
    )
  }
  return longest && `, '${longest}'`
}

/** The statuses that are retried whatever the code. */
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504]

/** The codes of which the contract says something else than their status. */
const retryExceptions = Object.entries(errorTable).flatMap(([code, { retry, statuses }]) => {
  const retried = retry === 'soon' || retry === 'after'
  const asItsStatus = statuses.every((status) => retriedStatuses.includes(status) === retried)
  return asItsStatus ? [] : [`  ['${code}', ${retried}],`]
})

/** Writes the table of all operations, and what else the client takes from the contract. */
export function routesText(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const clientVersion: string = JSON.parse(manifest).version
  const resources = Object.entries(operations).flatMap(([resource, definitions]) => {
    const path = sharedPath(definitions)
    return [
      `  ${resource}: ['${path}', {`,
      ...Object.entries(definitions).map(
        ([name, operation]) => `    ${name}: '${lineOf(operation, path)}',`,
      ),
      `  }${prefixesOf(resource, definitions)}],`,
    ]
  })
  return [
    generatedHeader,
    '/**',
    ' * Every operation of the contract, without its schemas: what the client needs at run time. A',
    ' * resource is the path that its operations begin with, and these: each is a line of words, the',
    ' * method first and the rest of the path next, as `GET /{id} query`. Last, how the ids in its paths',
    ' * begin, in their order.',
    ' */',
    'export const routes: Readonly<',
    '  Record<',
    '    string,',
    '    readonly [path: string, operations: Readonly<Record<string, string>>, prefixes?: string]',
    '  >',
    '> = {',
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
    '/** How long the event log keeps an event, in milliseconds. */',
    `export const eventLogMs = ${limits.eventLogSeconds * 1_000}`,
    '',
    '/** The version of this package. */',
    `export const clientVersion = '${clientVersion}'`,
    '',
    '/** The name of this package in requests. */',
    `export const userAgent = 'doorkit-client/${clientVersion}'`,
    '',
  ].join('\n')
}
