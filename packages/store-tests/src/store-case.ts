import type { Store } from '@doorkit/store'

/** The store that a case tests, with functions for its database. */
export interface StoreUnderTest {
  /** An unmigrated store over a database that nothing else uses. It is closed after the case. */
  readonly store: Store
  /**
   * Opens another store over the same database, as another process would. Omit it if that is impossible:
   * the case then uses `store` for both.
   */
  readonly another?: (() => Promise<Store>) | undefined
  /**
   * Reads everything that the database keeps outside the process, such as its files. If it keeps
   * nothing there, return an empty array. Required if the store offers `scrub`.
   */
  readonly bytes?: (() => Promise<Uint8Array> | Uint8Array) | undefined
  /** Opens the file of a backup. Required if the store offers `backup`. */
  readonly openBackup?: ((file: string) => Promise<Store> | Store) | undefined
  /** Removes everything that `create` made. Called after the case, when the stores are closed. */
  readonly dispose?: (() => Promise<void> | void) | undefined
}

/** A part of the port that a store may lack, and that some cases test. */
export type OptionalPart = 'search' | 'scrub' | 'backup' | 'version' | 'watch'

/** One promise of the port, and the function that checks it. */
export interface StoreCase {
  /** The promise, as a sentence. */
  readonly name: string
  /** The optional part of the port that the case tests. */
  readonly part?: OptionalPart | undefined
  /** Rejects if the store breaks the promise. */
  run(context: StoreUnderTest): Promise<void>
}

/** Returns a function that defines cases, each over a store that `open` has prepared. */
export function casesOver(
  open: (context: StoreUnderTest) => Store | Promise<Store>,
  part?: OptionalPart,
) {
  return (
    name: string,
    check: (store: Store, context: StoreUnderTest) => Promise<void>,
  ): StoreCase => ({
    name,
    part,
    run: async (context) => check(await open(context), context),
  })
}
