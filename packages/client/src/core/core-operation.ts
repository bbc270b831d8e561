import type { Client } from '../client.ts'

/** The names of all operations: `contacts.get`, and so on. */
export type OperationName = {
  [Resource in keyof Client]: `${Resource}.${keyof Client[Resource] & string}`
}[Exclude<keyof Client, 'request' | 'rateLimits'>]

/** The method of the client that an operation is called by. */
export type MethodOf<Name extends OperationName> =
  Name extends `${infer Resource extends keyof Client}.${infer Operation}`
    ? Operation extends keyof Client[Resource]
      ? Client[Resource][Operation]
      : never
    : never

/** An operation as a value of its own, so that a bundle holds the ones that are used. */
export interface CoreOperation<Name extends OperationName> {
  readonly id: Name
  /** Method, path and what else there is to know of it. */
  readonly line: string
  /** Makes its method out of what a core knows. */
  readonly make: (kit: never) => unknown
}
