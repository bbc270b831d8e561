import type { Route } from '../route.ts'

/** An operation as a value of its own, so that a bundle holds the ones that are used. */
export interface CoreOperation<Called> extends Route {
  /** Makes its method out of what a core knows. */
  readonly make: (kit: never) => unknown
  /** Never set: the method of a client by whose types a core calls it. */
  readonly method?: Called | undefined
}
