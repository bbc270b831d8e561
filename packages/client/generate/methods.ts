import type { Operation } from '@doorkit/models'
import type { ContractOperation } from './contract.ts'
import { idPrefixOf, idTypeName } from './ids-text.ts'
import { answerOf, inputOf } from './operation-types.ts'
import { unwrapped } from './schema.ts'
import { typeText } from './type-text.ts'

/** A method of a resource with one of its signatures. */
export interface SurfaceMethod {
  /** For example `contacts.update`. */
  readonly id: string
  readonly operation: Operation
  readonly summary: string
  /** `update(id: …, input?: ContactUpdate, options?: WriteOptions): Call<Contact>`. */
  readonly signature: string
}

/**
 * The methods of an operation. A method with `expand` is listed twice, with two signatures. If the
 * answer can be streamed, there is a second method.
 */
export function methodsOf(
  one: ContractOperation,
  use: (name: string) => void,
): readonly SurfaceMethod[] {
  const { id, name, resource, operation } = one
  const options = optionsOf(operation)
  const call = operation.reply.kind === 'list' ? 'ListCall' : 'Call'
  const { name: answer } = answerOf(one)
  for (const typeName of [options, call, answer]) use(typeName)
  const member = certainMembers[id]
  const certain = member ? ` & { ${member}: NonNullable<${answer}['${member}']> }` : ''
  const signature = `${name}(${argumentsText(one, options, use)}): ${call}<${answer}${certain}>`
  if (operation.reply.kind !== 'stream') {
    const method = { id, operation, summary: operation.summary, signature }
    const expanded = expandedSignature(one, options, call, use)
    return expanded ? [{ ...method, signature: expanded }, method] : [method]
  }
  for (const typeName of ['StreamOptions', 'StreamCall']) use(typeName)
  return [
    {
      id,
      operation,
      summary: "Send a visitor's message and wait for the agent's whole answer.",
      signature,
    },
    {
      id: `${resource}.stream`,
      operation,
      summary: "Send a visitor's message and read the agent's answer as it arrives.",
      signature: `stream(${argumentsText(one, 'StreamOptions', use)}): StreamCall`,
    },
  ]
}

/** Members that are optional in a type, although the answers of these operations always have them. */
const certainMembers: Readonly<Record<string, string>> = {
  'webhookEndpoints.create': 'secret',
  'webhookEndpoints.rotateSecret': 'secret',
}

/** The signature for a query that names the parts to expand: the answer has these parts. */
function expandedSignature(
  one: ContractOperation,
  options: string,
  call: string,
  use: (name: string) => void,
): string | undefined {
  const input = inputOf(one)
  const expand = one.operation.query?.shape.expand
  if (!input || !expand) return undefined
  const { name: answer } = answerOf(one)
  const parts = typeText(expand, { direction: 'given', use }).match(/'\w+'/g) ?? []
  const [part = ''] = parts
  if (parts.length !== 1)
    throw new Error(`${one.id} expands several parts: give each of them a signature`)
  const member = part.replaceAll("'", '')
  const query = `query: ${input.name} & { expand: readonly [${part}, ...${part}[]] }`
  const parameters = argumentsText(one, options, use).replace(/query\??: \w+/, query)
  const expanded = `{ ${member}: NonNullable<${answer}['${member}']> }`
  return `${one.name}(${parameters}): ${call}<${answer} & ${expanded}>`
}

function optionsOf({ method, reply }: Operation): string {
  if (method !== 'GET') return 'WriteOptions'
  return reply.kind === 'list' ? 'ListOptions' : 'CallOptions'
}

function argumentsText(one: ContractOperation, options: string, use: (name: string) => void) {
  const { operation } = one
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = operation.params?.[name] ?? failWithoutSchema(one)
    const type = idTypeName(idPrefixOf(schema))
    use(type)
    return `${camelCase(name)}: ${type} | (string & {})`
  })
  const input = inputOf(one)
  if (input) use(input.name)
  const given = input
    ? [`${operation.body ? 'input' : 'query'}${isOptional(one) ? '?' : ''}: ${input.name}`]
    : []
  return [...ids, ...given, `options?: ${options}`].join(', ')
}

/**
 * Whether an input is optional: it has no required member, and is not an update, which must name the
 * fields to change.
 */
function isOptional({ operation }: ContractOperation): boolean {
  const { shape = {} } = operation.body ?? operation.query ?? {}
  if (operation.method === 'PATCH') return false
  return Object.values(shape).every((schema) => unwrapped(schema).optional)
}

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

function failWithoutSchema({ id }: ContractOperation): never {
  throw new Error(`An id in the path of ${id} has no schema`)
}
