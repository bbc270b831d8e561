import type { StoredRow } from './stored-row.ts'

/** Sorted rows, split into runs, so that a change moves only the rows of one run. No run is empty. */
export type Runs = StoredRow[][]

/** A position in the runs. The end is offset 0 of the run that would follow the last. */
export interface Position {
  readonly run: number
  readonly offset: number
}

const maxRunLength = 512

/** The first position whose row meets a condition, which every later row must meet, too. */
export function firstPosition(runs: Runs, meets: (row: StoredRow) => boolean): Position {
  const run = firstWhere(runs.length, (at) => meets(runs[at]?.at(-1) as StoredRow))
  const rows = runs[run] ?? []
  return { run, offset: firstWhere(rows.length, (at) => meets(rows[at] as StoredRow)) }
}

/** The first index of a list that meets a condition, which every later index must meet, too. */
export function firstWhere(length: number, meets: (at: number) => boolean): number {
  let start = 0
  let end = length
  while (start < end) {
    const middle = (start + end) >>> 1
    if (meets(middle)) end = middle
    else start = middle + 1
  }
  return start
}

/** Inserts a row before the one at a position. */
export function insertAt(runs: Runs, { run, offset }: Position, row: StoredRow): void {
  const isEnd = run === runs.length
  const place = isEnd && run > 0 ? run - 1 : run
  const rows = runs[place] ?? []
  if (runs.length === 0) runs.push(rows)
  rows.splice(isEnd ? rows.length : offset, 0, row)
  if (rows.length > maxRunLength) runs.splice(place + 1, 0, rows.splice(maxRunLength >>> 1))
}

export function removeAt(runs: Runs, { run, offset }: Position): void {
  const rows = runs[run]
  rows?.splice(offset, 1)
  if (rows?.length === 0) runs.splice(run, 1)
}

/** Replaces the row at a position with one that sorts the same. */
export function replaceAt(runs: Runs, { run, offset }: Position, row: StoredRow): void {
  const rows = runs[run]
  if (rows) rows[offset] = row
}

export function comparePositions(left: Position, right: Position): number {
  return left.run - right.run || left.offset - right.offset
}
