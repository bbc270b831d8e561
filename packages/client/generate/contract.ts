import { api, type Operation } from '@doorkit/models'

/** One operation of the contract, with its names. */
export interface ContractOperation {
  /** For example `contacts.update`. */
  readonly id: string
  readonly resource: string
  readonly name: string
  readonly operation: Operation
}

/** One resource of the contract. */
export interface ContractResource {
  /** For example `webhookEndpoints`. */
  readonly name: string
  /** The file that describes it, here and in the models: `webhook-endpoints`. */
  readonly file: string
  readonly operations: readonly ContractOperation[]
}

const operationsByResource: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

/** Every resource, in the order of the contract. */
export const contractResources: readonly ContractResource[] = Object.entries(
  operationsByResource,
).map(([resource, operations]) => ({
  name: resource,
  file: resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  operations: Object.entries(operations).map(([name, operation]) => ({
    id: `${resource}.${name}`,
    resource,
    name,
    operation,
  })),
}))

/** `chat_button` and `chatButtons` as the name of a type: `ChatButton`, `ChatButtons`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_.])([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
