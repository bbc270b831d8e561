import pg from 'pg'

/**
 * Dumps a schema as SQL, one statement per line: the statements of its migrations, and an insert for
 * every row.
 */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  // Values are read as text, which an insert accepts.
  const readRows = async (sql: string, values: unknown[] = []) =>
    (await client.query<(string | null)[]>({ text: sql, values, rowMode: 'array' })).rows
  const tables = await readRows(
    `select table_name from information_schema.tables where table_schema = current_schema() order by 1`,
  )
  const inserts: string[] = []
  for (const [table = ''] of tables) {
    const columns = await readRows(
      `select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_identity = 'NO' order by ordinal_position`,
      [table],
    )
    const names = columns.map(([column]) => `"${column}"`)
    for (const row of await readRows(
      `select ${names.map((column) => `${column}::text`).join(', ')} from "${table}" order by 1, 2`,
    )) {
      const values = row.map((value) => (value === null ? 'null' : pg.escapeLiteral(value)))
      inserts.push(`insert into "${table}" (${names.join(', ')}) values (${values.join(', ')});`)
    }
  }
  const migrations = await readRows(
    `select "statement" from "doorkit__migration" order by "number"`,
  )
  await client.end()
  // The dump already has the rows that migrations wrote.
  const definitions = migrations.flatMap(([statement = '']) =>
    /^(?:insert|update) /.test(statement ?? '') ? [] : [`${statement};`],
  )
  const dump = [...definitions, ...inserts]
  if (dump.some((line) => line.includes('\n')))
    throw new Error('A statement of the dump has more than one line.')
  return `${dump.join('\n')}\n`
}
