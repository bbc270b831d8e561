import { readFileSync } from 'node:fs'
import { API_VERSION, api, errorTable, limits, type Operation } from '@doorkit/models'
import { generatedHeader } from './generated-header.ts'
import { idPrefixOf } from './ids-text.ts'
import { isPaged } from './is-paged.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

/** The rest of the line of an operation, after the method and the path. */
function wordsOf(operation: Operation): string[] {
  const { reply, cost, query, body } = operation
  return [
    ...(reply.kind === 'json' ? [] : [reply.kind]),
    ...(body ? ['body'] : query ? ['query'] : []),
    ...(isPaged(operation) ? ['paged'] : []),
    ...(cost === 'heavy' ? ['heavy'] : []),
  ]
}

/** The segments with which all paths of a resource begin. */
function sharedPath(definitions: Readonly<Record<string, Operation>>): string {
  const [first = [], ...others] = Object.values(definitions).map(({ path }) => path.split('/'))
  const end = first.findIndex(
    (segment, index) => segment.startsWith('{') || others.some((other) => other[index] !== segment),
  )
  return first.slice(0, end < 0 ? undefined : end).join('/')
}

/** The line of an operation: its method, the rest of its path, and further facts. */
function lineOf(operation: Operation, path: string): string {
  const below = operation.path.slice(path.length)
  return [operation.method, ...(below ? [below] : []), ...wordsOf(operation)].join(' ')
}

/** The prefixes of the ids in the paths of a resource, as the text that follows its operations. */
function prefixesOf(resource: string, definitions: Readonly<Record<string, Operation>>): string {
  const all = Object.values(definitions).map(({ params = {} }) =>
    Object.values(params).map(idPrefixOf).join(' '),
  )
  const longest = all.reduce((one, other) => (other.length > one.length ? other : one))
  if (all.some((one) => !longest.startsWith(one))) {
    throw new Error(
      `${resource} has ids of several kinds in one place: give each operation its own prefixes`,
    )
  }
  return longest && `, '${longest}'`
}

/** The statuses that are retried, except for the codes of `retryExceptions`. */
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504]

/** The codes for which the contract overrides the rule for their status. */
const retryExceptions = Object.entries(errorTable).flatMap(([code, { retry, statuses }]) => {
  const retried = retry === 'soon' || retry === 'after'
  const asItsStatus = statuses.every((status) => retriedStatuses.includes(status) === retried)
  return asItsStatus ? [] : [`  ['${code}', ${retried}],`]
})

/** Writes the table of all operations, and the other facts that the client takes from the contract. */
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
    ' * Every operation of the contract, without its schemas: the facts that the client needs at run time.',
    ' * A resource has the common beginning of its paths, a line for each operation, and the prefixes of',
    ' * the ids in the paths, in order. A line has the method, the rest of the path, and further words:',
    ' * `GET /{id} query`.',
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
    '/** By code: whether a refused request may be sent again, whatever the status. */',
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
    '/** The name and version of this package, as requests send them in `User-Agent`. */',
    `export const userAgent = 'doorkit-client/${clientVersion}'`,
    '',
  ].join('\n')
}
