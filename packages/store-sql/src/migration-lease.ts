import type { SqlContext } from './context.ts'
import { readInteger } from './read-row.ts'
import { SqlError } from './sql-error.ts'
import { mustChange } from './write.ts'

// Long enough to outlive a pause of the process, short enough to wait for when one has died.
const leaseMs = 15_000
const renewMs = 5_000

/** The right to migrate, which ends by itself when its process does. */
export type MigrationLease = NonNullable<Awaited<ReturnType<typeof takeLease>>>

/** Takes the lease, or finds that another process has it: then null. Times are the database's. */
export async function takeLease(context: SqlContext) {
  const { driver, dialect, internal, statement } = context
  const take = statement('lease', {
    sql: `update ${internal.schema} set "token" = "token" + 1, "until" = ${dialect.nowMs} + ${leaseMs} where "until" <= ${dialect.nowMs} returning "token"`,
    params: [],
  })
  // It waits while the process that has the lease is in a transaction.
  const { rows } = await driver.query({ ...take, long: true })
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
    /** Statements that make their batch fail when another process has the lease, and renew it. */
    fence,
    /** Does something that takes long, and renews the lease beside it. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      // A renewal that fails is noticed by the next fence.
      const renewing = setInterval(() => driver.batch(fence).catch(() => {}), renewMs)
      try {
        return await work()
      } finally {
        clearInterval(renewing)
      }
    },
    /** Gives it back. */
    async end(): Promise<void> {
      await driver.query(release)
    },
  }
}

/** Whether a batch failed because another process has the lease. */
export function isFencedOff({ internal }: SqlContext, error: unknown): boolean {
  if (!(error instanceof SqlError)) return false
  return (
    error.code === 'guard' ||
    (error.code === 'check' && error.detail.constraint === internal.heldConstraint)
  )
}
