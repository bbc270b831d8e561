import type { Operation } from '@doorkit/models'
import type { ContractOperation, ContractResource } from './contract.ts'
import { definitions } from './definitions.ts'
import { docComment } from './doc-comment.ts'
import { exampleText } from './example-text.ts'
import { ownErrors } from './general-errors.ts'
import { answerOf, inputOf, methodsName } from './resource-types.ts'
import { unwrapped } from './schema.ts'
import { typeText } from './type-text.ts'

/** Writes the interface of a resource's methods. */
export function methodsText(resource: ContractResource, use: (name: string) => void): string {
  const comment = docComment([definitions.get(resource.name)?.comment ?? ''])
  const methods = resource.operations.flatMap((one) => [
    methodText(one, use),
    ...(one.operation.reply.kind === 'stream' ? [streamText(one, use)] : []),
  ])
  return `${comment}export interface ${methodsName(resource)} {\n${methods.join('')}}\n`
}

function methodText(one: ContractOperation, use: (name: string) => void) {
  const { id, name, operation } = one
  const options = optionsOf(operation)
  const result = operation.reply.kind === 'list' ? 'ListCall' : 'Call'
  const answer = answerOf(one).name
  for (const used of [options, result, answer]) use(used)
  const summary = operation.reply.kind === 'stream' ? wholeSummary : operation.summary
  const comment = methodComment(one, summary, exampleText(id))
  return `${comment}  ${name}(${argumentsText(one, options, use)}): ${result}<${answer}>\n`
}

const wholeSummary = "Send a visitor message and wait for the agent's whole answer."
const streamSummary = "Send a visitor message and read the agent's answer as it comes."

function streamText(one: ContractOperation, use: (name: string) => void) {
  for (const used of ['StreamOptions', 'StreamCall']) use(used)
  const comment = methodComment(one, streamSummary, exampleText(`${one.resource}.stream`))
  return `${comment}  stream(${argumentsText(one, 'StreamOptions', use)}): StreamCall\n`
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

function methodComment(
  { operation }: ContractOperation,
  summary: string,
  example: string | undefined,
) {
  const { scope, cost, method } = operation
  const needs = scope === 'none' ? 'No scope' : `Scope \`${scope}\``
  const costs = cost === 'heavy' ? 'heavy cost (fewer are allowed)' : 'standard cost'
  const retried = method === 'GET' ? 'retried' : 'retried under one idempotency key'
  const own = ownErrors(operation).map((code) => `\`${code}\``)
  return docComment(
    [
      summary,
      `${needs}; ${costs}; ${retried}.`,
      `@throws ApiError ${own.length > 0 ? `${own.join(', ')} or ` : ''}a {@link GeneralErrorCode}`,
      `@example\n\`\`\`ts\n${example}\n\`\`\``,
    ],
    '  ',
  )
}

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

function missing({ id }: ContractOperation): never {
  throw new Error(`${id} has a place in its path without a schema`)
}
