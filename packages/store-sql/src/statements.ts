import type { SqlDialect } from './dialect.ts'
import type { Statement } from './driver.ts'
import { type Fragment, Pieces } from './fragment.ts'
import { hash64 } from './hash.ts'

/** Names statements, so that a driver prepares each text once. */
export type Statements = (label: string, fragment: Fragment) => Statement

const maxLabelLength = 40

/** The statements that begin with these pieces. */
interface Beginning {
  readonly next: Map<string, Beginning>
  text?: { readonly name: string; readonly sql: string }
}

/**
 * Creates the cache of a store's statement texts: a few for each collection and each filter. They
 * are named by content and not by count, so that stores which share a connection never give two
 * texts one name.
 */
export function createStatements(dialect: SqlDialect): Statements {
  const all: Beginning = { next: new Map() }

  return (label, fragment) => {
    let place = all
    for (const piece of fragment instanceof Pieces ? fragment.pieces : [fragment.sql]) {
      place = place.next.get(piece) ?? begin(place, piece)
    }
    place.text ??= toText(dialect, label, fragment.sql)
    return { name: place.text.name, sql: place.text.sql, params: fragment.params }
  }
}

function begin({ next }: Beginning, piece: string): Beginning {
  const begun = { next: new Map() }
  next.set(piece, begun)
  return begun
}

function toText(dialect: SqlDialect, label: string, sql: string): { name: string; sql: string } {
  return {
    name: `${label.slice(0, maxLabelLength)}_${hash64(sql)}`,
    sql: dialect.numberMarks(sql),
  }
}
