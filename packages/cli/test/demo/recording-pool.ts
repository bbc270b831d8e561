import pg from 'pg'

/** A step of a plan, as PostgreSQL explains it. */
interface Step {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

/** A pool to a database of PostgreSQL that remembers which statements were sent. */
export async function recordingPool(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const texts = new Set<string>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((config: pg.QueryConfig) => {
      texts.add(config.text)
      return query(config)
    }) as typeof client.query
  })
  const planner = new pg.Client(url)
  await planner.connect()
  // Tables as small as those of a test are read as a whole where that is possible at all.
  await planner.query('set enable_seqscan = off; set enable_bitmapscan = off')

  async function explain(sql: string, sort: 'on' | 'off'): Promise<Step[]> {
    await planner.query(`set enable_sort = ${sort}`)
    const { rows } = await planner.query(`explain (generic_plan, format json) ${sql}`)
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan)
  }

  async function isUnique(index: string | undefined): Promise<boolean> {
    const { rows } = await planner.query(
      'select indisunique from pg_index where indexrelid = $1::regclass',
      [index],
    )
    return rows[0]?.indisunique === true
  }

  /** What a statement should not do: read a table as a whole, sort, or filter by a fixed column. */
  async function unwelcome(sql: string): Promise<string[]> {
    const equal = [...sql.matchAll(/"(\w+)" = \$\d/g)]
    const fixed = [...new Set(equal.map(([, column]) => String(column)))]
    const missing = (condition = '') =>
      fixed.filter((column) => !new RegExp(`\\b${column}"? = `).test(condition))
    const steps = await explain(sql, 'off')
    const found = steps.flatMap((step) => {
      const type = step['Node Type']
      if (/^(Seq Scan|Bitmap|.*Sort$)/.test(type)) return [type]
      const misses = /^Index/.test(type) ? missing(step['Index Cond']) : []
      return misses.length > 0 ? [`${step['Index Name']}, without ${misses}`] : []
    })
    if (found.length === 0) return []
    // Where a unique index decides all that is fixed, it gives a row at most: nothing to sort.
    const [scan, ...others] = (await explain(sql, 'on')).filter(({ 'Node Type': type }) =>
      /Scan/.test(type),
    )
    const isDecided =
      others.length === 0 &&
      missing(scan?.['Index Cond']).length === 0 &&
      (await isUnique(scan?.['Index Name']))
    return isDecided ? [] : found
  }

  return {
    pool,
    texts,
    unwelcome,
    async end() {
      await planner.end()
      await pool.end()
    },
  }
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)]
}
