import type { Operation } from '@doorkit/models'
import { type ContractResource, contractResources } from './contract.ts'
import { isPaged } from './is-paged.ts'
import { methodsOf, type SurfaceMethod } from './methods.ts'
import { exportedNames, pageQueryText, resourceText } from './resource-text.ts'
import { methodsName } from './resource-types.ts'

/** What a stream of a chat gives. */
const typesOfStreams = [
  'ChatChunk',
  'ChatEnding',
  'ChatMessage',
  'ChatMessagePart',
  'ChatOutcome',
  'ChatOutcomeType',
  'ChatReceipt',
  'ChatStream',
]

/** What any call is given and gives, by the files of the types. */
const typesOfCalls: Readonly<Record<string, readonly string[]>> = {
  '../call': ['Call', 'SafeResult', 'WithMeta'],
  '../call-options': ['CallOptions', 'ListOptions', 'StreamOptions', 'WriteOptions'],
  '../client-options': ['CoreOptions'],
  '../event-type': ['EventType'],
  '../list': ['List'],
  '../list-call': ['ListCall', 'ToArrayOptions'],
  '../list-iterator': ['AsyncDisposal', 'ListIterator'],
  '../meta': ['CallMeta'],
  '../operation-info': ['AttemptRecord', 'OperationInfo'],
  '../rate-limit': ['RateLimit'],
  '../scope': ['Scope'],
  '../stream-call': ['StreamCall'],
}

/**
 * Writes the operations of a core, each a constant, and exports the types that they mention: so that
 * programs can name what a call gives without the main entry, whose declarations no compiler then
 * has to read for a core.
 */
export function operationsText(): string {
  const used = new Set<string>()
  const constants = contractResources.flatMap((resource) =>
    resource.operations
      .flatMap((one) => methodsOf(one, (name) => used.add(name)))
      .map((method) => constantText(resource, method)),
  )
  const files = typesOfFiles()
  return [
    '// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.',
    ...[
      "import { createListMethod } from '../list-method.ts'",
      "import { createReadMethod } from '../method.ts'",
      "import { createSendMethod, createStreamMethod } from '../stream-method.ts'",
      "import { createWriteMethod } from '../write-method.ts'",
      "import type { CoreCallOptions, CoreListOptions, CoreOperation, CoreStreamOptions, CoreWriteOptions } from './core-operation.ts'",
      ...files.flatMap(([file, names]) => {
        const imported = names.filter((name) => used.has(name) && !replaced.test(name))
        return imported.length > 0 ? [`import type ${listText(file, imported)}`] : []
      }),
    ].sort((one, other) => (fileOf(one) < fileOf(other) ? -1 : 1)),
    '',
    `export type { ${typesOfStreams.join(', ')} } from '@doorkit/chat-stream'`,
    ...files.map(([file, names]) => `export type ${listText(file, names)}`),
    "export type { CoreCallOptions, CoreListOptions, CoreStreamOptions, CoreWriteOptions } from './core-operation.ts'",
    '',
    constants.join('\n\n'),
    '',
  ].join('\n')
}

/** What a core has an own type for, or none. */
const replaced = /^Call$|Options$/

const fileOf = (line: string) => /'(.*)\.ts'/.exec(line)?.[1] ?? ''

function typesOfFiles(): readonly (readonly [file: string, names: readonly string[]])[] {
  const typesOfResources = Object.fromEntries([
    ['../resources/page-query', exportedNames(pageQueryText())] as const,
    ...contractResources.map(
      (resource) =>
        [
          `../resources/${resource.file}`,
          exportedNames(resourceText(resource)).filter((name) => name !== methodsName(resource)),
        ] as const,
    ),
  ])
  return Object.entries({ ...typesOfCalls, ...typesOfResources }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
}

function listText(file: string, names: readonly string[]): string {
  const sorted = names.toSorted((one, other) => one.localeCompare(other, 'en'))
  return `{ ${sorted.join(', ')} } from '${file}.ts'`
}

/** What a core takes and gives: as the method of a client, a document as a promise. */
function functionText(signature: string): string {
  const [, given = '', returned = ''] = /^\w+\((.*)\): (.*)$/.exec(signature) ?? []
  const options = given.replace(/\w+Options$/, 'Core$&')
  return `(${options}) => ${returned.replace(/^Call</, 'Promise<')}`
}

/** An operation as a constant, so that a bundler leaves out the others. */
function constantText(
  resource: ContractResource,
  { id, operation, signature }: SurfaceMethod,
): string {
  const name = id.slice(resource.name.length + 1)
  const type = `CoreOperation<${functionText(signature)}>`
  const { method, path, reply, body, query } = operation
  const called = `{ id: '${id}', method: '${method}', path: '${path}' }`
  const members = [
    `operation: ${called}`,
    ...(body || query ? ['hasInput: true'] : []),
    ...(reply.kind === 'list' && isPaged(operation) ? ['paged: true'] : []),
    `make: ${makerOf(name, operation)}`,
  ]
  const constant = resource.name + name.charAt(0).toUpperCase() + name.slice(1)
  return [
    `/** \`${method} ${path}\` */`,
    `export const ${constant}: ${type} = { ${members.join(', ')} }`,
  ].join('\n')
}

function makerOf(name: string, { method, reply }: Operation): string {
  if (reply.kind === 'list') return 'createListMethod'
  if (reply.kind === 'stream') {
    return name === 'stream' ? 'createStreamMethod' : 'createSendMethod'
  }
  return method === 'GET' ? 'createReadMethod' : 'createWriteMethod'
}
