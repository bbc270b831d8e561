import type { SqlDialect } from './dialect.ts'
import type { Statement } from './driver.ts'
import type { Fragment } from './fragment.ts'

/** Names statements, so that a driver prepares each text once. */
export type Statements = (label: string, fragment: Fragment) => Statement

const maxLabelLength = 40

/** Creates the cache of a store's statement texts: a few for each collection and each filter. */
export function createStatements(dialect: SqlDialect): Statements {
  const known = new Map<string, { readonly name: string; readonly sql: string }>()

  return (label, { sql, params }) => {
    let text = known.get(sql)
    if (!text) {
      text = {
        name: `${label.slice(0, maxLabelLength)}_${hash(sql)}`,
        sql: dialect.numberMarks(sql),
      }
      known.set(sql, text)
    }
    return { name: text.name, sql: text.sql, params }
  }
}

/**
 * 64 bits of a text, in hexadecimal (FNV-1a over UTF-16 units). By content and not by count, so
 * that stores which share a connection never give two texts one name.
 */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  }
  return value.toString(16).padStart(16, '0')
}
