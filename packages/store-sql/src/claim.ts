import { type ClaimQuery, orderOf, type Row } from '@doorkit/store'
import { readRow } from './read-row.ts'
import { runStatements } from './run-statements.ts'
import type { SqlContext } from './sql-context.ts'
import { isInOnePartition, partitionOf, toAssignments, whereAll } from './sql-fragment.ts'

/** Leases due rows in one batch, earliest first. */
export async function claimRows(context: SqlContext, query: ClaimQuery): Promise<Row[]> {
  const table = context.table(query.in)
  const order = orderOf(table.plan, { on: [query.dueColumn] })
    .map((column) => table.column(column).sql)
    .join(', ')
  const filter = query.where ?? []
  const whereDue = { column: query.dueColumn, op: 'lte', value: query.now } as const
  const set = { [query.dueColumn]: query.now + query.leaseMs, [query.leaseColumn]: query.token }
  const statements = context.dialect.claim(table, {
    dueColumn: table.column(query.dueColumn).sql,
    where: whereAll(table, [...filter, whereDue]),
    orderAndLimit: {
      sql: ` order by ${order}${context.dialect.limit}`,
      params: [query.limit],
    },
    assignments: toAssignments(table, { set }),
    isInOnePartition: isInOnePartition(table, filter),
  })
  // A claim may run twice: if its answer is lost, no worker works on its rows until their lease ends.
  const results = await runStatements(
    context.driver,
    statements.map((part) => {
      return context.statement(`claim_${query.in}`, part, { repeatable: true })
    }),
    partitionOf(table, filter),
  )
  const leased = results.at(-1)?.rows ?? []
  if (results.length < 2) return leased.map((raw) => readRow(table, raw))
  const rows = new Map(leased.map((raw) => [raw.at(-1), readRow(table, raw)]))
  const inOrder = results[0]?.rows ?? []
  return inOrder.flatMap(([key]) => rows.get(key) ?? [])
}
