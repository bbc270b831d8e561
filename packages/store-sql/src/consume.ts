import type { ConsumeQuery, ConsumeResult } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlRow } from './driver.ts'
import { encodeText } from './key-text.ts'
import { readInteger } from './read-row.ts'

// Often enough that ended windows never pile up, seldom enough to cost nothing.
const callsPerSweep = 1_000

/** Creates the counters behind `consume`. */
export function createConsume(
  context: SqlContext,
): (query: ConsumeQuery) => Promise<ConsumeResult> {
  let calls = 0
  return async (query) => {
    calls += 1
    if (calls % callsPerSweep === 0) await removeEnded(context, query.now)
    const change = query.points < 0 ? giveBack : take
    const mayFit = query.points !== 0 && query.points <= query.limit
    const taken = mayFit ? await change(context, query) : undefined
    if (taken) return { allowed: true, ...readWindow(taken) }
    const open = await look(context, query)
    return { allowed: query.points === 0 && open.count <= query.limit, ...open }
  }
}

/** Takes the points in one statement; undefined when they do not fit. */
async function take(
  { driver, internal, statement }: SqlContext,
  { key, points, limit, windowMs, now }: ConsumeQuery,
): Promise<SqlRow | undefined> {
  const { window } = internal
  const isOpen = `(${window}."reset_at" > ? and ${window}."reset_at" <= ?)`
  const open = [now, now + 2 * windowMs]
  const { rows } = await driver.query(
    statement('consume', {
      sql: `insert into ${window} ("key", "count", "reset_at") values (?, ?, ?) on conflict ("key") do update set "count" = case when ${isOpen} then ${window}."count" + excluded."count" else excluded."count" end, "reset_at" = case when ${isOpen} then ${window}."reset_at" else excluded."reset_at" end where not ${isOpen} or ${window}."count" + excluded."count" <= ? returning "count", "reset_at"`,
      params: [encodeText(key), points, now + windowMs, ...open, ...open, ...open, limit],
    }),
  )
  return rows[0]
}

/** Gives points back in one statement; undefined when their window is not there any more. */
async function giveBack(
  { driver, internal, statement }: SqlContext,
  { key, points, windowMs, now, resetAt }: ConsumeQuery,
): Promise<SqlRow | undefined> {
  const { rows } = await driver.query(
    statement('consume_back', {
      sql: `update ${internal.window} set "count" = "count" + ? where "key" = ? and "reset_at" = ? and "reset_at" > ? and "reset_at" <= ? and "count" + ? >= 0 returning "count", "reset_at"`,
      params: [points, encodeText(key), resetAt ?? 0, now, now + 2 * windowMs, points],
    }),
  )
  return rows[0]
}

async function look(
  { driver, internal, statement }: SqlContext,
  { key, windowMs, now }: ConsumeQuery,
): Promise<{ count: number; resetAt: number }> {
  const { rows } = await driver.query(
    statement('consume_look', {
      sql: `select "count", "reset_at" from ${internal.window} where "key" = ? and "reset_at" > ? and "reset_at" <= ?`,
      params: [encodeText(key), now, now + 2 * windowMs],
    }),
  )
  return rows[0] ? readWindow(rows[0]) : { count: 0, resetAt: now + windowMs }
}

function readWindow(row: SqlRow): { count: number; resetAt: number } {
  return { count: readInteger(row[0]), resetAt: readInteger(row[1]) }
}

async function removeEnded(
  { driver, internal, statement }: SqlContext,
  now: number,
): Promise<void> {
  const { window } = internal
  await driver.query(
    statement('consume_sweep', {
      sql: `delete from ${window} where "key" in (select "key" from ${window} where "reset_at" <= ? limit ?)`,
      params: [now, callsPerSweep],
    }),
  )
}
