import type { ListQuery, Row, Store } from '@doorkit/store'

/** The position of a row: the values of its sort columns, then its id. */
function positionOf(row: Row, columns: readonly string[]): (string | number)[] {
  const values = columns.map((column) => row.columns[column] ?? 'a sort column is never null')
  return [...values, row.id]
}

/** Reads every page of a list, and calls `between` after each full page. */
export async function walkPages(
  store: Store,
  query: ListQuery,
  columns: readonly string[],
  between: () => Promise<void> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  let after = query.after
  for (;;) {
    const page = await store.list({ ...query, after })
    rows.push(...page)
    const last = page.at(-1)
    if (!last || page.length < query.limit) return rows
    after = positionOf(last, columns)
    await between()
  }
}
