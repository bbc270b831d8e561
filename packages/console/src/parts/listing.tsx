import type { ComponentChildren } from 'preact'
import type { ListState } from '../use-call.ts'
import { EmptyState, FailedState, LoadingState } from './loading-and-empty.tsx'

export interface Column<Row> {
  readonly title: string
  readonly show: (row: Row) => ComponentChildren
  /** Whether to align the column to the right, as numbers are. */
  readonly isNumber?: boolean
  /** Whether a narrow screen leaves the column out. */
  readonly isExtra?: boolean
}

interface TableProps<Row> {
  /** The name of the rows, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

const classOf = ({ isNumber, isExtra }: Pick<Column<never>, 'isNumber' | 'isExtra'>) =>
  [isNumber && 'number', isExtra && 'extra'].filter(Boolean).join(' ') || undefined

/** A table whose first column names the row. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const [first, ...others] = columns
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section has a heading, and a table has none.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table sideways.
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first?.show(row)}</th>
              {others.map((column) => (
                <td key={column.title} class={classOf(column)} data-title={column.title}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ListingProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns'> {
  readonly list: ListState<Row>
  /** The text for an empty list. */
  readonly children: ComponentChildren
}

/** A list from the server as a table, with its states and its next pages. */
export function Listing<Row extends { readonly id: string }>(props: ListingProps<Row>) {
  const { list, children, caption, columns } = props
  const { data, error, isLoading, reload, more } = list
  if (!data) return error ? <FailedState error={error} retry={reload} /> : <LoadingState />
  if (data.length === 0) return <EmptyState>{children}</EmptyState>
  return (
    <>
      <Table caption={caption} columns={columns} rows={data} keyOf={({ id }) => id} />
      {error && <FailedState error={error} retry={reload} />}
      {more && (
        <p class="more">
          <button type="button" onClick={more} disabled={isLoading}>
            {isLoading ? 'Loading…' : 'Show more'}
          </button>
        </p>
      )}
    </>
  )
}
