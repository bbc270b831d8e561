import { PgBoss } from 'pg-boss'
import { send } from './send.js'

const batchSize = 200
const atOnce = 64

/** A queue in PostgreSQL. Each delivery is a job; jobs are fetched and completed in batches. */
export async function start({ urls, address }, event) {
  const boss = new PgBoss({ connectionString: address, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('deliveries', { retryLimit: 8, retryDelay: 30, retryBackoff: true })
  let number = 0
  return {
    async queue(events) {
      const jobs = []
      for (let made = 0; made < events; made++) {
        const id = `evt_${number++}`
        for (const url of urls) jobs.push({ data: { id, url, event } })
      }
      for (let at = 0; at < jobs.length; at += 500) {
        await boss.insert('deliveries', jobs.slice(at, at + 500))
      }
    },
    async deliver() {
      for (;;) {
        const jobs = await boss.fetch('deliveries', { batchSize })
        if (jobs.length === 0) return
        const left = [...jobs]
        const keepSending = async () => {
          for (let job = left.pop(); job; job = left.pop()) await send(job.data)
        }
        await Promise.all(Array.from({ length: atOnce }, keepSending))
        await boss.complete(
          'deliveries',
          jobs.map(({ id }) => id),
          { status: 204 },
        )
      }
    },
  }
}
