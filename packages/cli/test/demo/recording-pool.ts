import pg from 'pg'

/** A node of a query plan of PostgreSQL. */
interface Step {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

/** Creates a pool to PostgreSQL that records the statements it sends. */
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
  // Otherwise the planner would read the small tables of a test as a whole, and sort their rows.
  await planner.query(
    'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off',
  )

  /** Finds steps that scan a table, sort, or filter by a fixed column only after reading the rows. */
  async function slowSteps(sql: string): Promise<string[]> {
    const equal = [...sql.matchAll(/"(\w+)" = \$\d/g)]
    const fixed = [...new Set(equal.map(([, column]) => String(column)))]
    const { rows } = await planner.query(`explain (generic_plan, format json) ${sql}`)
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((step) => {
      const type = step['Node Type']
      if (/^(Seq Scan|Bitmap|.*Sort$)/.test(type)) return [type]
      const condition = /^Index/.test(type) ? (step['Index Cond'] ?? '') : undefined
      if (condition === undefined) return []
      const misses = fixed.filter((column) => !new RegExp(`\\b${column}"? = `).test(condition))
      return misses.length > 0 ? [`${step['Index Name']}, without ${misses}`] : []
    })
  }

  return {
    pool,
    texts,
    slowSteps,
    async end() {
      await planner.end()
      await pool.end()
    },
  }
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)]
}
