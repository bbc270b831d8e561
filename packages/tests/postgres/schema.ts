import pg from 'pg'

let count = 0
const owners = new Map<string, pg.Pool>()

/** A schema of its own in a database. */
export interface Schema {
  /** The address of the database, with the schema as the one that tables are created in. */
  readonly url: string
  /** Removes the schema and what is in it. */
  remove(): Promise<void>
}

/**
 * Makes a schema in the database at an address: an empty one, or one that a dump describes (see
 * `dumpSchema`).
 */
export async function createSchema(database: string, dump = ''): Promise<Schema> {
  count += 1
  const name = `test_${process.pid}_${count}`
  const owner = ownerOf(database)
  await owner.query(`create schema ${name}`)
  const url = new URL(database)
  // Few shards: a test makes many tables and few rows.
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

/** Removes every row of the store with a prefix, but those that say how its tables were made. */
export async function emptyTables(url: string, prefix: string): Promise<void> {
  const owner = ownerOf(url)
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() and starts_with(tablename, $1) and tablename <> all ($2)`,
    [prefix, [`${prefix}_schema`, `${prefix}_migration`]],
  )
  await owner.query(rows.map(({ name }) => `delete from "${name}"`).join(';'))
}

/** A connection that stays open for the next schema, and lets the process end. */
function ownerOf(database: string): pg.Pool {
  const known = owners.get(database)
  if (known) return known
  const owner = new pg.Pool({ connectionString: database, max: 1, allowExitOnIdle: true })
  // A server that ends takes a connection with it that nothing waits for.
  owner.on('error', () => {})
  owners.set(database, owner)
  return owner
}
