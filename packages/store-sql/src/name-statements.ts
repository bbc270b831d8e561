import type { SqlDialect } from './dialect.ts'
import { hash64 } from './hash.ts'
import type { Fragment, Statement } from './sql-statement.ts'

/** Names statements, so that a driver prepares each text once. */
export type StatementNamer = (
  label: string,
  fragment: Fragment,
  flags?: Omit<Statement, 'name' | keyof Fragment>,
) => Statement

const maxLabelLength = 40

/**
 * Makes the function that names the statements of a store. It caches their texts, a few for each
 * collection and filter. A name ends with a hash of the text, so stores that share a connection never
 * give two texts the same name.
 */
export function createStatementNamer(dialect: SqlDialect): StatementNamer {
  const texts = new Map<string, Pick<Statement, 'name' | 'sql'>>()

  return (label, { sql, params }, flags) => {
    let text = texts.get(sql)
    if (!text) {
      const name = `${label.slice(0, maxLabelLength)}_${hash64(sql)}`
      text = { name, sql: dialect.numberMarks(sql) }
      texts.set(sql, text)
    }
    return { name: text.name, sql: text.sql, params, ...flags }
  }
}
