import type { ListQuery, Row, Store } from '@doorkit/store'

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
    // A row with null in a sort column is not listed.
    after = [...columns.map((column) => last.columns[column] ?? ''), last.id]
    await between()
  }
}
