import { type ErrorCode, type Operation, operationErrors } from '../../src/index.ts'
import { type NamedOperation, operations } from '../operations.ts'
import { code, codes, page, table } from './markdown.ts'

const shared = (some: readonly NamedOperation[]): ErrorCode[] => {
  const [first = [], ...rest] = some.map(({ operation }) => operationErrors(operation))
  return first.filter((error) => rest.every((errors) => errors.includes(error)))
}

const isWrite = ({ method }: Operation): boolean => method !== 'GET'

const ofAll = shared(operations)
const ofScoped: ErrorCode[] = ['insufficient_scope']
const ofWrites = shared(operations.filter(({ operation }) => isWrite(operation))).filter(
  (error) => ![...ofAll, ...ofScoped].includes(error),
)

function ownErrors(operation: Operation): ErrorCode[] {
  const said = [
    ...ofAll,
    ...(operation.scope === 'none' ? [] : ofScoped),
    ...(isWrite(operation) ? ofWrites : []),
  ]
  return operationErrors(operation).filter((error) => !said.includes(error))
}

/** The page that lists every operation. */
export function operationsPage(): string {
  const body = operations.map(({ id, operation }) => [
    code(id),
    operation.method,
    code(operation.path),
    operation.scope === 'none' ? 'none' : code(operation.scope),
    operation.cost,
    String(operation.reply.status),
    codes(ownErrors(operation)),
    operation.extension ? 'yes' : '',
  ])
  return page(
    '# Operations',
    'A test writes this page from the contract in `packages/models/src/resources`; change it there.',
    `Every operation may refuse with ${codes(ofAll)}; one that needs a scope also with ${codes(ofScoped)}; POST, PATCH and DELETE also with ${codes(ofWrites)}. The table lists what an operation adds. [Errors](errors.md) explains the codes, [Extensions](extensions.md) what the last column marks.`,
    table(
      ['Operation', 'Method', 'Path', 'Scope', 'Cost', 'Status', 'Errors of its own', 'Extension'],
      body,
    ),
  )
}
