import { type ErrorCode, type Operation, operationErrors } from '@doorkit/models'
import { type ContractOperation, contractResources } from './contract.ts'

const all = contractResources.flatMap(({ operations }) => operations)
const isWrite = ({ operation }: ContractOperation) => operation.method !== 'GET'

function sharedBy(operations: readonly ContractOperation[]): readonly ErrorCode[] {
  const [first = [], ...others] = operations.map(({ operation }) => operationErrors(operation))
  return first.filter((code) => others.every((codes) => codes.includes(code)))
}

/** The codes with which every call can be refused. */
export const errorsOfAll = sharedBy(all)

/** The additional codes of calls that need a scope. */
export const errorsOfScoped: readonly ErrorCode[] = ['insufficient_scope']

/** The additional codes of every write. */
export const errorsOfWrites = sharedBy(all.filter(isWrite)).filter(
  (code) => ![...errorsOfAll, ...errorsOfScoped].includes(code),
)

/** The codes of one operation in addition to the general ones. */
export function ownErrors(operation: Operation): readonly ErrorCode[] {
  const general = [...errorsOfAll, ...errorsOfScoped, ...errorsOfWrites]
  return operationErrors(operation).filter((code) => !general.includes(code))
}
