import pg from 'pg'

/** Reads with the named prepared statements of `pg`. */
export function open(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const byId = {
    name: 'by-id',
    text: 'select id, rev, workspace, at, data from items where id = $1',
  }
  const page = {
    name: 'page',
    text: `select id, rev, workspace, at, data from items where workspace = $1
      order by at desc, id desc limit 50`,
  }
  const read = (row) => ({ ...row, at: Number(row.at), data: JSON.parse(row.data) })
  return {
    get: async (id) => read((await pool.query({ ...byId, values: [id] })).rows[0]),
    page: async (workspace) => (await pool.query({ ...page, values: [workspace] })).rows.map(read),
    close: () => pool.end(),
  }
}
