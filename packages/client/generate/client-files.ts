import { errorCodes, errorTable, eventTable, scopeTable } from '@doorkit/models'
import { contractResources } from './contract.ts'
import { definitions } from './definitions.ts'
import { docComment } from './doc-comment.ts'
import { errorsOfAll, errorsOfScoped, errorsOfWrites } from './general-errors.ts'
import { generatedHeader } from './generated-header.ts'
import { methodsName, sharedFiles } from './resource-types.ts'

const lines = (...parts: readonly string[]) => `${parts.join('\n')}\n`
const unionLines = (values: readonly string[]) => values.map((value) => `  | '${value}'`)

/** Writes the list of resources that a client has. */
export function contractMethodsText(): string {
  const imports = contractResources.map(
    (resource) => `import type { ${methodsName(resource)} } from './${resource.file}.ts'`,
  )
  const members = contractResources.map((resource) => {
    const comment = docComment([definitions.get(resource.name)?.comment ?? ''], '  ')
    return `${comment}  readonly ${resource.name}: ${methodsName(resource)}`
  })
  return lines(
    `${generatedHeader}${imports.join('\n')}`,
    '',
    `${docComment([
      'Every operation of the contract as a method: ids in the order of the path, then the input, then the options.',
    ])}export interface ContractMethods {`,
    ...members,
    '}',
  )
}

/** Writes the file through which the main entry exports the names of the contract. */
export function indexText(): string {
  const files = ['error-codes', 'event-type', 'ids', 'known-values', 'scope']
  const resources = contractResources.map(({ file }) => file)
  const inFolder = [...resources, ...sharedFiles, 'contract-methods', 'page-query']
  const paths = [...files, ...inFolder.map((file) => `resources/${file}`)].sort()
  return lines(generatedHeader + paths.map((path) => `export * from './${path}.ts'`).join('\n'))
}

/** Writes the error codes of the API, and their statuses. */
export function errorCodesText(): string {
  const members = errorCodes.map((code) => {
    const { when, statuses } = errorTable[code]
    return `${docComment([when], '  ')}  ${code}: ${statuses.join(' | ')}`
  })
  const general = [...errorsOfAll, ...errorsOfScoped, ...errorsOfWrites]
  return lines(
    `${generatedHeader}`,
    '/** The statuses of each code of the API; the first is the usual one. */',
    'export interface ErrorStatuses {',
    ...members,
    '}',
    '',
    '/** The stable, machine-readable reason of a refusal. New codes may be added. */',
    'export type ErrorCode = keyof ErrorStatuses',
    '',
    `${docComment([
      'The codes with which any call can be refused: `insufficient_scope` only if the call needs a scope, and the codes of idempotency keys only if it is a write.',
    ])}export type GeneralErrorCode =`,
    ...unionLines(general),
  )
}

/** Writes the type of the scopes of an API key. */
export function scopeText(): string {
  return knownTypeText('Scope', 'A permission of an API key.', Object.entries(scopeTable))
}

/** Writes the type of the event types. */
export function eventTypeText(): string {
  return knownTypeText('EventType', eventTypePurpose, eventTypeRows)
}

/** Writes the type of the event types as a union, for a package without the table of known values. */
export function eventTypeUnionText(): string {
  const comment = enumerationComment(eventTypePurpose, eventTypeRows)
  return lines(...comment, 'export type EventType =', ...unionLines(Object.keys(eventTable)))
}

type Rows = readonly (readonly [value: string, meaning: string])[]

const eventTypePurpose = 'The type of an event.'
const eventTypeRows: Rows = Object.entries(eventTable).map(([type, { when }]) => [type, when])

function knownTypeText(name: string, purpose: string, rows: Rows): string {
  return lines(
    `${generatedHeader}import type { KnownValue } from './known-values.ts'`,
    '',
    ...enumerationComment(purpose, rows),
    `export type ${name} = KnownValue<'${name}'>`,
  )
}

function enumerationComment(purpose: string, rows: Rows): readonly string[] {
  const meanings = rows.map(([value, meaning]) => ` * - \`${value}\`: ${meaning}`)
  return ['/**', ` * ${purpose}`, ' *', ...meanings, ' */']
}
