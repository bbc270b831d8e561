import type { Horizon } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { Statement } from './driver.ts'
import { encodeText } from './key-text.ts'
import { readInteger } from './read-row.ts'

/** Moves a scope's horizon forward, never back. */
export function raiseHorizon({ internal, statement }: SqlContext, horizon: Horizon): Statement {
  return statement('raise_horizon', {
    sql: `insert into ${internal.horizon} ("scope", "at") values (?, ?) on conflict ("scope") do update set "at" = excluded."at" where ${internal.horizon}."at" < excluded."at"`,
    params: [encodeText(horizon.scope), horizon.at],
  })
}

/** Fails the batch when a scope's horizon is beyond the commit's time. */
export function requireOnTime({ internal, statement }: SqlContext, horizon: Horizon): Statement {
  return statement('on_time', {
    sql: `insert into ${internal.guard} ("on_time") select 0 where exists (select 1 from ${internal.horizon} where "scope" = ? and "at" > ?)`,
    params: [encodeText(horizon.scope), horizon.at],
  })
}

/** Where a scope's horizon is. */
export async function readHorizon(
  { driver, internal, statement }: SqlContext,
  scope: string,
): Promise<number> {
  const { rows } = await driver.query(
    statement('read_horizon', {
      sql: `select "at" from ${internal.horizon} where "scope" = ?`,
      params: [encodeText(scope)],
    }),
  )
  return readInteger(rows[0]?.at)
}
