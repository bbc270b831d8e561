import { PgBoss } from 'pg-boss'

/** Jobs of pg-boss, which our own workers fetch and complete in batches. */
export async function open(url) {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  await boss.createQueue('bench')
  return {
    add: (count) =>
      boss.insert(
        'bench',
        Array.from({ length: count }, (_, at) => ({ data: { at } })),
      ),
    async drain(workers, batchSize) {
      let done = 0
      const work = async () => {
        for (;;) {
          const jobs = await boss.fetch('bench', { batchSize })
          if (jobs.length === 0) return
          await boss.complete(
            'bench',
            jobs.map(({ id }) => id),
          )
          done += jobs.length
        }
      }
      await Promise.all(Array.from({ length: workers }, work))
      return done
    },
    close: () => boss.stop({ graceful: false }),
  }
}
