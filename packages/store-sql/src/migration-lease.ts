import { readInteger } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { mustChange } from './write-statements.ts'

// A process keeps the lease through a short pause, and others do not wait long for one that has died.
const leaseMs = 15_000
const renewMs = 5_000

/** The right to migrate. It ends by itself if its process dies. */
export type MigrationLease = NonNullable<Awaited<ReturnType<typeof takeLease>>>

/** Takes the lease; null if another process has it. The clock of the database decides. */
export async function takeLease(context: SqlContext) {
  const { driver, dialect, internal, statement } = context
  const take = {
    sql: `update ${internal.schema} set "token" = "token" + 1, "until" = ${dialect.nowMs} + ${leaseMs} where "until" <= ${dialect.nowMs} returning "token"`,
    params: [],
  }
  // The statement waits while the holder of the lease is in a transaction.
  const { rows } = await driver.query(statement('lease', take, { long: true }))
  if (!rows[0]) return null
  const token = readInteger(rows[0][0])
  const fence = mustChange(
    context,
    'renew_lease',
    {
      sql: `update ${internal.schema} set "until" = ${dialect.nowMs} + ${leaseMs} where "token" = ?`,
      params: [token],
    },
    false,
  )
  const release = statement('end_lease', {
    sql: `update ${internal.schema} set "until" = 0 where "token" = ?`,
    params: [token],
  })
  return {
    /** Statements that renew the lease, and make their batch fail if another process has it. */
    fence,
    /** Runs long work, and renews the lease during this time. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      // If a renewal fails and another process takes the lease, the next fence fails.
      const renewal = setInterval(() => driver.batch(fence).catch(() => {}), renewMs)
      try {
        return await work()
      } finally {
        clearInterval(renewal)
      }
    },
    async end(): Promise<void> {
      await driver.query(release)
    },
  }
}
