import pg from 'pg'

let count = 0

/** A schema of its own in a database. */
export interface Schema {
  /** The address of the database, with the schema as the one that tables are created in. */
  readonly url: string
  /** Removes the schema and what is in it. */
  remove(): Promise<void>
}

/** Makes an empty schema in the database at an address. */
export async function createSchema(database: string): Promise<Schema> {
  count += 1
  const name = `test_${process.pid}_${count}`
  await run(database, `create schema ${name}`)
  const url = new URL(database)
  // Few shards: a test makes many tables and few rows.
  const shards = url.searchParams.get('engine') === 'citus' ? ' -c citus.shard_count=4' : ''
  url.searchParams.set('options', `-c search_path=${name}${shards}`)
  return { url: url.href, remove: () => run(database, `drop schema ${name} cascade`) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}
