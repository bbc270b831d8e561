import type { Condition, Ref, Row } from '@doorkit/store'
import { decodeText } from './column-text.ts'
import { readRow } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { isRow, whereAll } from './sql-fragment.ts'
import type { SqlRow, Statement } from './sql-statement.ts'

/** A statement that is not sent yet, and the rows of one collection and partition that it will read. */
interface RowGroup {
  readonly refs: Map<string, Ref>
  readonly rows: Promise<ReadonlyMap<string, SqlRow>>
}

// A statement for more rows is not faster, and holds up others.
const mostRows = 100

/**
 * Makes the function that reads rows by their refs, with one statement for at most 100 rows of one
 * collection and partition. If the driver gathers the reads of a tick, several callers share the
 * statement. If several of them ask for the same row, such as a busy API key, it is read once, and each
 * gets a copy.
 */
export function createGetRows(context: SqlContext) {
  const open = new Map<string, RowGroup>()

  function begin(name: string, partition: string | undefined): RowGroup {
    const refs = new Map<string, Ref>()
    const close = () => open.delete(name)
    const sent = context.queryTogether(() => {
      // A caller that comes after this may know of a write that this statement does not see.
      close()
      return selectRows(context, [...refs.values()])
    }, partition)
    const rows = sent.then(
      (result) => new Map(result.rows.map((raw) => [decodeText(String(raw[0])), raw])),
    )
    // If the statement was never sent, its group is still open.
    rows.catch(close)
    const group: RowGroup = { refs, rows }
    open.set(name, group)
    return group
  }

  async function get(ref: Ref): Promise<Row | null> {
    const { in: collection, partition, id } = ref
    const name = partition === undefined ? collection : `${collection} ${partition}`
    const known = open.get(name)
    const group = known && known.refs.size < mostRows ? known : begin(name, partition)
    group.refs.set(id, ref)
    const raw = (await group.rows).get(id)
    return raw ? readRow(context.table(collection), raw) : null
  }

  return (refs: readonly Ref[]) => Promise.all(refs.map(get))
}

/** Reads rows of one collection and partition. */
function selectRows({ table: tableOf, statement }: SqlContext, refs: readonly Ref[]): Statement {
  const [first] = refs as [Ref]
  const { in: collection, partition } = first
  const table = tableOf(collection)
  // The primary key finds one row faster than a list of one id does.
  if (refs.length === 1) {
    const { sql, params } = isRow(table, first)
    const select = { sql: `${table.select} where ${sql}`, params }
    return statement(`get_${collection}`, select, { reads: true })
  }
  const column = table.plan.partition
  const filter: Condition[] = [{ column: 'id', op: 'in', value: refs.map(({ id }) => id) }]
  if (column !== undefined && partition !== undefined) {
    filter.unshift({ column, op: 'eq', value: partition })
  }
  const { sql, params } = whereAll(table, filter)
  return statement(`get_many_${collection}`, { sql: table.select + sql, params }, { reads: true })
}
