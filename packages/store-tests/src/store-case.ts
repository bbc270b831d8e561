import type { Store } from '@doorkit/server/store'

/** The tools of a case: an empty store, and a way to a second one over the same database. */
export interface StoreUnderTest {
  /** Not migrated, and over a database that nothing else uses. It is closed after the case. */
  readonly store: Store
  /**
   * Opens another store over the same database, as another process would. Leave it out where
   * there is no such thing; the case then uses `store` for both.
   */
  readonly another?: (() => Promise<Store>) | undefined
  /**
   * Reads every byte that the database keeps outside of the process, such as those of its files:
   * none, said out loud, where it keeps none. A store that offers `scrub` has to give it.
   */
  readonly bytes?: (() => Promise<Uint8Array> | Uint8Array) | undefined
  /** Removes what `create` made; called after the case, when the stores are closed. */
  readonly dispose?: (() => Promise<void> | void) | undefined
}

/** A part of the port that a store may leave out. */
export type OptionalPart = 'search' | 'scrub' | 'version' | 'watch'

/** One promise of the port, as a plain function that throws when it is not kept. */
export interface StoreCase {
  /** The promise, as a sentence. */
  readonly name: string
  /** The optional part of the port that the case is about. */
  readonly part?: OptionalPart | undefined
  /** Rejects when the store does not keep the promise. */
  run(context: StoreUnderTest): Promise<void>
}

/** Makes a promise of the port: its name, and what is checked on a store that is open for it. */
type DefineCase = (
  name: string,
  check: (store: Store, context: StoreUnderTest) => Promise<void>,
) => StoreCase

/** Defines cases that open their store in the same way, and are about the same part of the port. */
export function casesOver(
  open: (context: StoreUnderTest) => Store | Promise<Store>,
  part?: OptionalPart,
): DefineCase {
  return (name, check) => ({
    name,
    part,
    run: async (context) => check(await open(context), context),
  })
}
