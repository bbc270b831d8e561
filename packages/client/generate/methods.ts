import type { Operation } from '@doorkit/models'
import type { ContractOperation } from './contract.ts'
import { answerOf, inputOf } from './operation-types.ts'
import { unwrapped } from './schema.ts'
import { typeText } from './type-text.ts'

/** One method of a resource. */
export interface SurfaceMethod {
  /** For example `contacts.update`. */
  readonly id: string
  readonly operation: Operation
  readonly summary: string
  /** `update(id: …, input?: ContactUpdate, options?: WriteOptions): Call<Contact>`. */
  readonly signature: string
}

/** The methods of an operation: one, and another where the answer can be streamed. */
export function methodsOf(
  one: ContractOperation,
  use: (name: string) => void,
): readonly SurfaceMethod[] {
  const { id, name, resource, operation } = one
  const options = optionsOf(operation)
  const call = operation.reply.kind === 'list' ? 'ListCall' : 'Call'
  const answer = answerOf(one).name
  for (const used of [options, call, answer]) use(used)
  const signature = `${name}(${argumentsText(one, options, use)}): ${call}<${answer}>`
  if (operation.reply.kind !== 'stream') {
    return [{ id, operation, summary: operation.summary, signature }]
  }
  for (const used of ['StreamOptions', 'StreamCall']) use(used)
  return [
    {
      id,
      operation,
      summary: "Send a visitor message and wait for the agent's whole answer.",
      signature,
    },
    {
      id: `${resource}.stream`,
      operation,
      summary: "Send a visitor message and read the agent's answer as it comes.",
      signature: `stream(${argumentsText(one, 'StreamOptions', use)}): StreamCall`,
    },
  ]
}

function optionsOf({ method, reply }: Operation): string {
  if (method !== 'GET') return 'WriteOptions'
  return reply.kind === 'list' ? 'ListOptions' : 'CallOptions'
}

function argumentsText(one: ContractOperation, options: string, use: (name: string) => void) {
  const { operation } = one
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const type = typeText(operation.params?.[name] ?? missing(one), { direction: 'given', use })
    return `${camelCase(name)}: ${type}`
  })
  const input = inputOf(one)
  if (input) use(input.name)
  const given = input
    ? [`${operation.body ? 'input' : 'query'}${isOptional(one) ? '?' : ''}: ${input.name}`]
    : []
  return [...ids, ...given, `options?: ${options}`].join(', ')
}

/** Whether an input has no member that is required, so that it can be left out. */
function isOptional({ operation }: ContractOperation): boolean {
  const { shape = {} } = operation.body ?? operation.query ?? {}
  return Object.values(shape).every((schema) => unwrapped(schema).optional)
}

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

function missing({ id }: ContractOperation): never {
  throw new Error(`${id} has a place in its path without a schema`)
}
