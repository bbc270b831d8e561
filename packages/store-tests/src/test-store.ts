import assert from 'node:assert/strict'
import type { OptionalPart, StoreCase, StoreUnderTest } from './store-case.ts'
import { storeCases } from './store-cases.ts'

/** The options of {@link testStore}. */
export interface TestStoreOptions {
  /** The `test` of vitest or `node:test`, or any function that accepts a name and a function. */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Makes an empty store over an empty database. Called once for every case. */
  readonly create: () => Promise<StoreUnderTest> | StoreUnderTest
  /**
   * The optional parts that the store lacks, each with the reason. In place of the cases of such a part,
   * one case checks that the store really lacks the part. Default: none.
   */
  readonly without?: Readonly<Partial<Record<OptionalPart, string>>> | undefined
}

/** Declares a test for each of {@link storeCases}, except the cases of parts that the store lacks. */
export function testStore({ test, create, without = {} }: TestStoreOptions): void {
  const offered = storeCases.filter(({ part }) => part === undefined || !(part in without))
  const lacking = Object.entries(without).map(([part, reason]) =>
    missingPartCase(part as OptionalPart, reason),
  )
  for (const storeCase of [...offered, ...lacking]) {
    test(storeCase.name, () => runStoreCase(storeCase, create))
  }
}

function missingPartCase(part: OptionalPart, reason: string): StoreCase {
  return {
    name: `the store does not offer ${part}: ${reason}`,
    async run({ store }) {
      assert.equal(store[part], undefined)
    },
  }
}

/** Runs one case over a new store, and cleans up even if the case fails. */
export async function runStoreCase(
  storeCase: StoreCase,
  create: TestStoreOptions['create'],
): Promise<void> {
  const context = await create()
  try {
    await storeCase.run(context)
  } finally {
    await context.store.close()
    await context.dispose?.()
  }
}
