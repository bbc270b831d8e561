import { desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'

const items = pgTable('items', {
  id: text().primaryKey(),
  rev: integer().notNull(),
  workspace: text().notNull(),
  at: bigint({ mode: 'number' }).notNull(),
  data: text().notNull(),
})

/** The same reads with drizzle's prepared queries. */
export function open(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const db = drizzle({ client: pool })
  const byId = db
    .select()
    .from(items)
    .where(eq(items.id, sql.placeholder('id')))
    .prepare('by_id')
  const page = db
    .select()
    .from(items)
    .where(eq(items.workspace, sql.placeholder('workspace')))
    .orderBy(desc(items.at), desc(items.id))
    .limit(50)
    .prepare('page')
  const read = (row) => ({ ...row, data: JSON.parse(row.data) })
  return {
    get: async (id) => read((await byId.execute({ id }))[0]),
    page: async (workspace) => (await page.execute({ workspace })).map(read),
    close: () => pool.end(),
  }
}
