import { expect } from 'vitest'
import { type Api, api, type Operation } from '../src/index.ts'
import { siteApi } from '../src/site/index.ts'
import { operationTable } from './contract-tables.ts'

/** An operation with its name, the name of its resource, and the id made of both. */
export interface NamedOperation {
  readonly id: string
  readonly resource: string
  readonly name: string
  readonly operation: Operation
}

const named = (contract: Api): readonly NamedOperation[] =>
  Object.entries(contract).flatMap(([resource, members]) =>
    Object.entries<Operation>(members).map(([name, operation]) => ({
      id: `${resource}.${name}`,
      resource,
      name,
      operation,
    })),
  )

/** Every operation of the contract, in its order. */
export const operations = named(api)

/** Every operation of the site API, in its order. */
export const siteOperations = named(siteApi)

/** Runs a check over every operation, and fails unless there are as many as `operationTable` has rows. */
export function forEachOperation(check: (operation: Operation, id: string) => void): void {
  let checked = 0
  for (const { id, operation } of operations) {
    check(operation, id)
    checked += 1
  }
  expect(checked).toBe(operationTable.length)
}
