import type { ConsumeQuery, ConsumeResult } from '@doorkit/store'
import { encodeText } from './column-text.ts'
import { readInteger } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import type { Statement } from './sql-statement.ts'

// At this rate, few ended windows remain, and sweeps cost almost nothing.
const callsPerSweep = 1_000

/** Creates a `consume` that keeps its windows in a table. */
export function createConsume({
  driver,
  dialect,
  internal: { window },
  statement,
}: SqlContext): (query: ConsumeQuery) => Promise<ConsumeResult> {
  const isOpen = `(${window}."reset_at" > ? and ${window}."reset_at" <= ?)`
  const takeSql = `insert into ${window} ("key", "count", "reset_at") values (?, ?, ?) on conflict ("key") do update set "count" = case when ${isOpen} then ${window}."count" + excluded."count" else excluded."count" end, "reset_at" = case when ${isOpen} then ${window}."reset_at" else excluded."reset_at" end where not ${isOpen} or ${window}."count" + excluded."count" <= ? returning "count", "reset_at"`
  const returnSql = `update ${window} set "count" = "count" + ? where "key" = ? and "reset_at" = ? and "reset_at" > ? and "reset_at" <= ? and "count" + ? >= 0 returning "count", "reset_at"`
  const lookSql = `select "count", "reset_at" from ${window} where "key" = ? and "reset_at" > ? and "reset_at" <= ?`
  const sweepSql = `delete from ${window} where "key" in (select "key" from ${window} where "reset_at" <= ?${dialect.limit})`
  let calls = 0

  async function run(statement: Statement): Promise<Window | undefined> {
    const [row] = (await driver.query(statement)).rows
    return row && { count: readInteger(row[0]), resetAt: readInteger(row[1]) }
  }

  return async ({ key, points, limit, windowMs, now, resetAt = 0 }) => {
    calls += 1
    if (calls % callsPerSweep === 0) {
      const params = [now, callsPerSweep]
      await driver.query(statement('consume_sweep', { sql: sweepSql, params }))
    }
    const name = encodeText(key)
    const open = [now, now + 2 * windowMs]
    let changed: Window | undefined
    if (points < 0) {
      const params = [points, name, resetAt, ...open, points]
      changed = await run(statement('consume_back', { sql: returnSql, params }))
    } else if (points > 0 && points <= limit) {
      const params = [name, points, now + windowMs, ...open, ...open, ...open, limit]
      // If the statement runs twice, it takes the points twice: fewer are left, which does no harm.
      changed = await run(statement('consume', { sql: takeSql, params }, { repeatable: true }))
    }
    if (changed) return { allowed: true, ...changed }
    const params = [name, ...open]
    const look = statement('consume_look', { sql: lookSql, params }, { reads: true })
    const found = (await run(look)) ?? { count: 0, resetAt: now + windowMs }
    return { allowed: points === 0 && found.count <= limit, ...found }
  }
}

type Window = Omit<ConsumeResult, 'allowed'>
