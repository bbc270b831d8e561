import type {
  CountMatchesFragments,
  FindMatchesFragments,
  Fragment,
  SearchColumn,
} from '@doorkit/store-sql'

/**
 * The type of the column with the tokens of a text. Every database that the option `engine` names can
 * index arrays.
 */
export const searchColumnType = 'bigint[]'

/** Writes tokens as the literal of an array. */
export function searchValue(tokens: readonly number[]): string {
  return `{${tokens.join(',')}}`
}

/**
 * The options of the full-text index. GIN adds new rows to a list, and every search reads the whole list
 * once for each term. A list that is longer than its limit is merged into the index, and 64 kilobytes is
 * the smallest limit. With the limit of the server, four megabytes, a search took 53 ms after other
 * workspaces had added rows. Without the list (`fastupdate = off`), a row would take twenty times as
 * long to write.
 */
export const searchOptions = ' with (gin_pending_list_limit=64)'

/** Counts the rows of the partition, and the rows with each token, each only up to a bound. */
export function countMatches(
  { sql: column }: SearchColumn,
  { table, tokens, inPartition, mostRows, mostHaving }: CountMatchesFragments,
): Fragment {
  const ofPartition = `select 1 from ${table.sql}${inPartition.sql}`
  const hasToken = `${inPartition.sql === '' ? ' where' : ' and'} ${column} @> array["token"]`
  return {
    sql: [
      `select -1, (select count(*) from (${ofPartition} limit ?) as "_rows")`,
      ` union all select "place" - 1, (select count(*) from (${ofPartition}${hasToken} limit ?) as "_having")`,
      ` from unnest(?::${searchColumnType}) with ordinality as "_token" ("token", "place")`,
    ].join(''),
    params: [
      ...inPartition.params,
      mostRows,
      ...inPartition.params,
      mostHaving,
      searchValue(tokens),
    ],
  }
}

/** The rows that have any of the tokens, or all of them. */
export function findMatches(
  { sql: column }: SearchColumn,
  { table, tokens, where, how, limit }: FindMatchesFragments,
): Fragment {
  // The subquery hides the tokens from the planner. If it knew that a token is in many rows, it would
  // read the table instead of the index, including the rows of other partitions.
  const matches = `${column} ${how === 'any' ? '&&' : '@>'} (select ?::${searchColumnType})`
  return {
    sql: `${table.select}${where.sql === '' ? ' where' : `${where.sql} and`} ${matches} limit ?`,
    params: [...where.params, searchValue(tokens), limit],
  }
}
