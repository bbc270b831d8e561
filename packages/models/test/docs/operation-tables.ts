import { api, type ErrorCode, type Operation, operationErrors } from '../../src/index.ts'
import { toOpenApi } from '../../src/openapi.ts'
import { type NamedOperation, operations, siteOperations } from '../operations.ts'
import { describeInput } from './describe-value.ts'
import { code, codes, table } from './markdown.ts'

const commonErrors = (some: readonly NamedOperation[]): ErrorCode[] => {
  const [first = [], ...rest] = some.map(({ operation }) => operationErrors(operation))
  return first.filter((error) => rest.every((errors) => errors.includes(error)))
}

const isWrite = ({ method }: Operation): boolean => method !== 'GET'

const ofAll = commonErrors(operations)
const ofScoped: ErrorCode[] = ['insufficient_scope']
const ofWrites = commonErrors(operations.filter(({ operation }) => isWrite(operation))).filter(
  (error) => ![...ofAll, ...ofScoped].includes(error),
)

function ownErrors(operation: Operation): ErrorCode[] {
  const shared = [
    ...ofAll,
    ...(operation.scope === 'none' ? [] : ofScoped),
    ...(isWrite(operation) ? ofWrites : []),
  ]
  return operationErrors(operation).filter((error) => !shared.includes(error))
}

/** The errors that operations share. */
export function sharedErrors(): string {
  return table(
    ['Operations', 'Errors that each may return'],
    [
      ['all', codes(ofAll)],
      ['with a scope', codes(ofScoped)],
      ['POST, PATCH, DELETE', codes(ofWrites)],
    ],
  )
}

/** Every operation. */
export function operationTable(): string {
  const body = operations.map(({ id, operation }) => [
    code(id),
    `${operation.method} ${code(operation.path)}`,
    operation.scope === 'none' ? 'none' : code(operation.scope),
    operation.cost,
    String(operation.reply.status),
    codes(ownErrors(operation)),
    operation.summary,
    operation.extension ? 'yes' : '',
  ])
  return table(
    [
      'Operation',
      'Route',
      'Scope',
      'Cost',
      'Status',
      'Errors of its own',
      'What it does',
      'Extension',
    ],
    body,
  )
}

/** The query parameters of all operations. */
export function queryTable(): string {
  const described = Object.values(toOpenApi(api).paths).flatMap((methods) => Object.values(methods))
  const rows = described.flatMap(({ operationId, parameters }) =>
    parameters.flatMap((one) =>
      'name' in one && one.in === 'query'
        ? [
            {
              operationId,
              name: one.name,
              value: describeInput(one.schema),
              note: one.description ?? '',
            },
          ]
        : [],
    ),
  )
  const rowsByText = new Map<string, { row: string[]; acceptedBy: string[] }>()
  for (const { operationId, name, value, note } of rows) {
    const row = [code(name), value, note]
    const known = rowsByText.get(row.join()) ?? { row, acceptedBy: [] }
    known.acceptedBy.push(operationId)
    rowsByText.set(row.join(), known)
  }
  return table(
    ['Parameter', 'Value', 'Notes', 'Accepted by'],
    [...rowsByText.values()].map(({ row, acceptedBy }) => [...row, codes(acceptedBy)]),
  )
}

/** Every operation of the site API. */
export function siteOperationTable(): string {
  const ofEach = commonErrors(siteOperations)
  const body = siteOperations.map(({ id, operation }) => [
    code(id),
    `${operation.method} ${code(operation.path)}`,
    operation.credential === 'site_key' ? 'site key' : 'visit token',
    String(operation.reply.status),
    codes(operationErrors(operation).filter((error) => !ofEach.includes(error))),
    operation.summary,
  ])
  const head = ['Operation', 'Route', 'Credential', 'Status', 'Errors of its own', 'What it does']
  return `${table(head, body)}\n\nEach operation may also answer ${codes(ofEach)}.`
}
