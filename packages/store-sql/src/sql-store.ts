import { setTimeout as sleep } from 'node:timers/promises'
import { checkedStore, optionalMethods, type Store, StoreError } from '@doorkit/store'
import { aggregateRows } from './aggregate.ts'
import { deleteRows, updateRows } from './change-rows.ts'
import { claimRows } from './claim.ts'
import { commitOps } from './commit.ts'
import { createReceipts } from './commit-receipts.ts'
import { createConsume } from './consume-points.ts'
import type { SqlDriver } from './driver.ts'
import { raiseHorizon } from './horizon.ts'
import { toInternalTables } from './internal-tables.ts'
import { listRows } from './list-rows.ts'
import { createSearchMerges } from './merge-search.ts'
import { migrate, previewMigration } from './migrate.ts'
import { createStatementNamer } from './name-statements.ts'
import { createListInGroup } from './read-lists-in-one-transaction.ts'
import { createGetRows } from './read-rows-in-one-statement.ts'
import { searchRows } from './search-rows.ts'
import type { SqlContext } from './sql-context.ts'
import type { Statement } from './sql-statement.ts'
import type { Table } from './table.ts'
import { toStoreError } from './to-store-error.ts'
import { toTable } from './to-table.ts'
import { createTryWrite } from './try-write.ts'
import { findVectorStatements, nearestRows } from './vector.ts'

/** The options of {@link sqlStore}. */
export interface SqlStoreOptions {
  /** Runs the statements. */
  readonly driver: SqlDriver
  /**
   * The beginning of every table name, so that a database can be shared: 1 to 30 letters, digits and
   * underscores, not starting with a digit. Default: `doorkit_`.
   */
  readonly prefix?: string | undefined
  /** Waits the given milliseconds while another process migrates. Default: Node's `setTimeout`. */
  readonly wait?: ((ms: number) => Promise<void>) | undefined
}

const prefixPattern = /^[A-Za-z_][A-Za-z0-9_]{0,29}$/

/**
 * Makes a store over a SQL driver. It has the optional methods of the port that the driver and its
 * dialect support.
 *
 * @throws {StoreError} `invalid_query` for an invalid prefix.
 */
export function sqlStore({ driver, prefix = 'doorkit_', wait = sleep }: SqlStoreOptions): Store {
  if (!prefixPattern.test(prefix)) {
    throw new StoreError(
      'invalid_query',
      'Invalid prefix: use 1 to 30 letters, digits and underscores, not starting with a digit.',
    )
  }
  const { dialect } = driver
  const tables = new Map<string, Table>()
  const internal = toInternalTables(prefix)
  const statement = createStatementNamer(dialect)
  const queryAlone = async (read: () => Statement, partition?: string) => {
    // The statement is made a moment later, so that it includes rows that other calls request now.
    await undefined
    return driver.query(read(), partition)
  }
  const context: SqlContext = {
    driver,
    dialect,
    internal,
    statement,
    listInGroup: createListInGroup(driver, (horizon) => raiseHorizon(context, horizon)),
    async read(label, fragment, partition) {
      return (await driver.query(statement(label, fragment, { reads: true }), partition)).rows
    },
    queryTogether: driver.queryTogether?.bind(driver) ?? queryAlone,
    // `checkedStore` refuses names that no plan has declared.
    table: (collection) => tables.get(collection) as Table,
  }
  const getRows = createGetRows(context)
  const consume = createConsume(context)
  const receipts = createReceipts(context)
  const mergeSearch = createSearchMerges(context)
  const { backup, listen } = optionalMethods(driver, ['backup', 'listen'])
  const tryWrite = createTryWrite(context)

  return checkedStore({
    get: (refs) => withStoreError(getRows(refs)),
    list: (query) => withStoreError(listRows(context, query)),
    aggregate: (query) => withStoreError(aggregateRows(context, query)),
    search: (query) => withStoreError(searchRows(context, query)),
    ...(dialect.vectors && { nearest: (query) => withStoreError(nearestRows(context, query)) }),
    async commit(ops, options) {
      const result = await withStoreError(
        commitOps(context, tables.values(), receipts, ops, options),
      )
      for (const { in: name } of ops) mergeSearch(context.table(name))
      return result
    },
    updateMany: (query, patch) => withStoreError(updateRows(context, query, patch)),
    deleteMany: (query) => withStoreError(deleteRows(context, query)),
    claim: (query) => withStoreError(claimRows(context, query)),
    consume: (query) => withStoreError(consume(query)),
    async migrate(plan, options) {
      const vectors = await withStoreError(findVectorStatements(context))
      const planned = {
        tables: plan.collections.map((collection) => toTable(dialect, prefix, collection, vectors)),
        version: plan.version ?? 1,
      }
      const dryRun = options?.dryRun ?? false
      const run = dryRun ? previewMigration : migrate
      const report = await withStoreError(run({ context, prefix, planned, wait }))
      if (!dryRun || report.statements.length === 0) {
        for (const table of planned.tables) tables.set(table.plan.name, table)
        await withStoreError(driver.keepOut?.(planned.tables.map(({ sql }) => sql)))
      }
      return report
    },
    async ping() {
      await withStoreError(driver.query({ sql: 'select 1', params: [], reads: true }))
      if (tables.size > 0) await withStoreError(tryWrite())
    },
    close: () => withStoreError(driver.close()),
    ...(backup && {
      // The driver's `backup` throws errors of the port, or the reason of the signal.
      backup: (options) => backup(options, `select "version" from ${internal.schema}`),
    }),
    ...(listen && { watch: listen }),
    ...optionalMethods(driver, ['scrub', 'writesElsewhere'], (call) => withStoreError(call())),
    ...(driver.announce && { announce: driver.announce.bind(driver) }),
  })
}

async function withStoreError<Result>(work: Promise<Result> | Result): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toStoreError(error)
  }
}
