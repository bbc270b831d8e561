import pg from 'pg'

let count = 0
const owners = new Map<string, pg.Pool>()

/** A new schema in a database. */
export interface Schema {
  /** The URL of the database, with this schema as its search path. */
  readonly url: string
  /** Removes the schema and its content. */
  remove(): Promise<void>
}

/**
 * Makes a schema in the database of a URL: an empty one, or a copy of a dump by `dumpSchema`.
 */
export async function createSchema(database: string, dump = ''): Promise<Schema> {
  count += 1
  const name = `test_${process.pid}_${count}`
  const owner = ownerOf(database)
  await owner.query(`create schema ${name}`)
  const url = new URL(database)
  // Few shards are enough, because a test makes many tables and few rows.
  const shards = url.searchParams.get('engine') === 'citus' ? ' -c citus.shard_count=4' : ''
  url.searchParams.set('options', `-c search_path=${name}${shards}`)
  if (dump !== '') {
    const client = new pg.Client(url.href)
    await client.connect()
    for (const statement of dump.trimEnd().split('\n')) await client.query(statement)
    await client.end()
  }
  return {
    url: url.href,
    async remove() {
      await owner.query(`drop schema ${name} cascade`)
    },
  }
}

/** Empties all tables of the store with this prefix, except the tables that describe its schema. */
export async function emptyTables(url: string, prefix: string): Promise<void> {
  const owner = ownerOf(url)
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() and starts_with(tablename, $1) and tablename <> all ($2)`,
    [prefix, [`${prefix}_schema`, `${prefix}_migration`]],
  )
  await owner.query(rows.map(({ name }) => `delete from "${name}"`).join(';'))
}

/** Returns the pool of a database. Its one connection stays open, but does not keep the process alive. */
function ownerOf(database: string): pg.Pool {
  const known = owners.get(database)
  if (known) return known
  const owner = new pg.Pool({ connectionString: database, max: 1, allowExitOnIdle: true })
  // A server that stops closes idle connections, which would emit unhandled errors.
  owner.on('error', () => {})
  owners.set(database, owner)
  return owner
}

/** Vacuums and analyzes all tables of a database, because `startPostgres` turns autovacuum off. */
export async function vacuum(database: string): Promise<void> {
  await ownerOf(database).query('vacuum analyze')
}
