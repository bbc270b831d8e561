import pg from 'pg'

let count = 0

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
  await run(database, `create schema ${name}`)
  const url = new URL(database)
  // Few shards: a test makes many tables and few rows.
  const shards = url.searchParams.get('engine') === 'citus' ? ' -c citus.shard_count=4' : ''
  url.searchParams.set('options', `-c search_path=${name}${shards}`)
  if (dump !== '') await run(url.href, ...dump.trimEnd().split('\n'))
  return { url: url.href, remove: () => run(database, `drop schema ${name} cascade`) }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
