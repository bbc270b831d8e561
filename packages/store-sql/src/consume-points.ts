import type { ConsumeQuery, ConsumeResult } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlRow } from './driver.ts'
import { encodeText } from './key-text.ts'
import { readInteger } from './read-row.ts'

// Often enough that ended windows never pile up, seldom enough to cost nothing.
const callsPerSweep = 1_000

/** Creates the counters behind `consume`. */
export function createConsume({
  driver,
  dialect,
  internal: { window },
  statement,
}: SqlContext): (query: ConsumeQuery) => Promise<ConsumeResult> {
  const isOpen = `(${window}."reset_at" > ? and ${window}."reset_at" <= ?)`
  const takeSql = `insert into ${window} ("key", "count", "reset_at") values (?, ?, ?) on conflict ("key") do update set "count" = case when ${isOpen} then ${window}."count" + excluded."count" else excluded."count" end, "reset_at" = case when ${isOpen} then ${window}."reset_at" else excluded."reset_at" end where not ${isOpen} or ${window}."count" + excluded."count" <= ? returning "count", "reset_at"`
  const giveBackSql = `update ${window} set "count" = "count" + ? where "key" = ? and "reset_at" = ? and "reset_at" > ? and "reset_at" <= ? and "count" + ? >= 0 returning "count", "reset_at"`
  const lookSql = `select "count", "reset_at" from ${window} where "key" = ? and "reset_at" > ? and "reset_at" <= ?`
  const sweepSql = `delete from ${window} where "key" in (select "key" from ${window} where "reset_at" <= ?${dialect.limit})`
  let calls = 0

  /** Takes the points in one statement; undefined when they do not fit. */
  async function take({ key, points, limit, windowMs, now }: ConsumeQuery): Promise<Window> {
    const open = [now, now + 2 * windowMs]
    const params = [encodeText(key), points, now + windowMs, ...open, ...open, ...open, limit]
    // Points that are taken twice let less through; so the store need not find out whether they were.
    const taking = { ...statement('consume', { sql: takeSql, params }), repeatable: true }
    return readWindow((await driver.query(taking)).rows[0])
  }

  /** Gives points back in one statement; undefined when their window is not there any more. */
  async function giveBack({ key, points, windowMs, now, resetAt }: ConsumeQuery): Promise<Window> {
    const open = [resetAt ?? 0, now, now + 2 * windowMs]
    const params = [points, encodeText(key), ...open, points]
    const { rows } = await driver.query(statement('consume_back', { sql: giveBackSql, params }))
    return readWindow(rows[0])
  }

  async function look({ key, windowMs, now }: ConsumeQuery): Promise<Window> {
    const params = [encodeText(key), now, now + 2 * windowMs]
    const { rows } = await driver.query(statement('consume_look', { sql: lookSql, params }))
    return readWindow(rows[0])
  }

  async function removeEnded(now: number): Promise<void> {
    const params = [now, callsPerSweep]
    await driver.query(statement('consume_sweep', { sql: sweepSql, params }))
  }

  return async (query) => {
    calls += 1
    if (calls % callsPerSweep === 0) await removeEnded(query.now)
    const change = query.points < 0 ? giveBack : take
    const mayFit = query.points !== 0 && query.points <= query.limit
    const taken = mayFit ? await change(query) : undefined
    if (taken) return { allowed: true, ...taken }
    const open = (await look(query)) ?? { count: 0, resetAt: query.now + query.windowMs }
    return { allowed: query.points === 0 && open.count <= query.limit, ...open }
  }
}

/** How a window stands, where there is one. */
type Window = { readonly count: number; readonly resetAt: number } | undefined

function readWindow(row: SqlRow | undefined): Window {
  return row && { count: readInteger(row[0]), resetAt: readInteger(row[1]) }
}
