import type { CallOptions, ListOptions, StreamOptions, WriteOptions } from '../call-options.ts'
import type { OperationInfo } from '../operation-info.ts'
import type { Route } from '../route.ts'

/** An operation as a value of its own, so that a bundle holds the ones that are used. */
export interface CoreOperation<Called> extends Omit<Route, 'operation'> {
  /** Which operation it is. Whether it is heavy is left out: a core knows of no budgets. */
  readonly operation: Omit<OperationInfo, 'heavy'>
  /** Makes its method out of what a core knows. */
  readonly make: (kit: never) => unknown
  /** Never set: what a core takes for the operation, and what it gives. */
  readonly method?: Called | undefined
}

/** What can be set for one call of a core: as of a client, without middleware. */
export type CoreCallOptions = Omit<CallOptions, 'middleware'>

/** What can be set for one write of a core: as of a client, without middleware. */
export type CoreWriteOptions = Omit<WriteOptions, 'middleware'>

/** What can be set for one list of a core: as of a client, without middleware. */
export type CoreListOptions = Omit<ListOptions, 'middleware'>

/** What can be set for one stream of a core: as of a client, without middleware. */
export type CoreStreamOptions = Omit<StreamOptions, 'middleware'>
