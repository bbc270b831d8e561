import type { Condition, Ref, Row } from '@doorkit/store'
import { decodeText } from './column-text.ts'
import type { SqlContext } from './context.ts'
import type { SqlRow, Statement } from './driver.ts'
import { isRow, whereAll } from './fragment.ts'
import { readRow } from './read-row.ts'

/** Reads rows by what names them; null for one that is not there. */
export type GetRows = (refs: readonly Ref[]) => Promise<(Row | null)[]>

/** The rows of one collection and partition that one statement reads. */
interface RowGroup {
  readonly refs: Map<string, Ref>
  readonly rows: Promise<ReadonlyMap<string, SqlRow>>
}

// More of them in a statement are not faster, and keep others waiting.
const mostRows = 100

/**
 * Reads rows by what names them: one statement for each collection and partition, also for several
 * callers where the driver waits for the reads of a turn. A row that several of them ask for, as the key
 * of a busy workspace, is read once, and each gets a row of its own.
 */
export function rowGroups(context: SqlContext): GetRows {
  const open = new Map<string, RowGroup>()

  function begin(name: string, partition: string | undefined): RowGroup {
    const refs = new Map<string, Ref>()
    const close = () => open.delete(name)
    const sent = context.queryTogether(() => {
      // A caller that asks from now on may know of a later write.
      close()
      return selectRows(context, [...refs.values()])
    }, partition)
    const rows = sent.then(
      (result) => new Map(result.rows.map((raw) => [decodeText(String(raw[0])), raw])),
    )
    // It may never have been sent.
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

  return (refs) => Promise.all(refs.map(get))
}

/** Reads rows of one collection and partition. */
function selectRows({ table: tableOf, statement }: SqlContext, refs: readonly Ref[]): Statement {
  const [first] = refs as [Ref]
  const { in: collection, partition } = first
  const table = tableOf(collection)
  // The primary key finds one row faster than a list of one.
  if (refs.length === 1) {
    const { params } = isRow(table, first)
    return { ...statement(`get_${collection}`, { sql: table.selectRow, params }), reads: true }
  }
  const key = table.plan.partition
  const filter: Condition[] = [{ key: 'id', op: 'in', value: refs.map(({ id }) => id) }]
  if (key !== undefined && partition !== undefined) {
    filter.unshift({ key, op: 'eq', value: partition })
  }
  const { sql, params } = whereAll(table, filter)
  return {
    ...statement(`get_many_${collection}`, { sql: table.select + sql, params }),
    reads: true,
  }
}
