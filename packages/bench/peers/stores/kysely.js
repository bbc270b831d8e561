import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** The same reads with kysely. */
export function open(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const columns = ['id', 'rev', 'workspace', 'at', 'data']
  const read = (row) => ({ ...row, at: Number(row.at), data: JSON.parse(row.data) })
  return {
    async get(id) {
      const query = db.selectFrom('items').select(columns).where('id', '=', id)
      return read(await query.executeTakeFirst())
    },
    async page(workspace) {
      const query = db
        .selectFrom('items')
        .select(columns)
        .where('workspace', '=', workspace)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(50)
      return (await query.execute()).map(read)
    },
    close: () => db.destroy(),
  }
}
