import { DatabaseSync } from 'node:sqlite'

/** A database that remembers which statements were prepared. */
export function recordingDatabase() {
  const db = new DatabaseSync(':memory:')
  const texts = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    texts.add(sql)
    return prepare(sql)
  }
  const explain = (sql: string) =>
    prepare(`explain query plan ${sql}`)
      .all(...Array<null>(sql.split('?').length - 1).fill(null))
      .map(({ detail }) => String(detail))
  return { db, texts, explain }
}
