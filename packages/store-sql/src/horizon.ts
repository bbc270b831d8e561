import type { Horizon } from '@doorkit/store'
import { encodeText } from './column-text.ts'
import { readInteger } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import type { Statement } from './sql-statement.ts'

/** The statements that move a scope's horizon forward, never back. */
export function raiseHorizon(
  { dialect, internal, statement }: SqlContext,
  { scope, at }: Horizon,
): Statement[] {
  return dialect
    .raiseHorizon(internal, encodeText(scope), at)
    .map((part) => statement('raise_horizon', part, { repeatable: true }))
}

/** The statements that make a batch fail if a scope's horizon is later than the commit's time. */
export function requireOnTime(
  { dialect, internal, statement }: SqlContext,
  { scope, at }: Horizon,
): Statement[] {
  return dialect
    .requireOnTime(internal, encodeText(scope), at)
    .map((part) => statement('on_time', part, { repeatable: true }))
}

export async function readHorizon({ internal, read }: SqlContext, scope: string): Promise<number> {
  const rows = await read('read_horizon', {
    sql: `select "at" from ${internal.horizon} where "scope" = ?`,
    params: [encodeText(scope)],
  })
  return readInteger(rows[0]?.[0])
}
