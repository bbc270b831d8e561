import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { send } from './send.js'

/** A queue in Redis. Each delivery is a job with nine attempts, which is kept with its result. */
export async function start({ urls, address }, event) {
  const connect = () => new Redis(address, { maxRetriesPerRequest: null })
  const queue = new Queue('deliveries', { connection: connect() })
  await queue.obliterate({ force: true })
  const options = {
    attempts: 9,
    backoff: { type: 'exponential', delay: 30_000, jitter: 0.1 },
    removeOnComplete: { age: 30 * 86_400 },
  }
  let number = 0
  let queued = 0
  return {
    async queue(events) {
      for (let made = 0; made < events; made++) {
        const id = `evt_${number++}`
        await queue.addBulk(
          urls.map((url) => ({ name: 'delivery', data: { id, url, event }, opts: options })),
        )
        queued += urls.length
      }
    },
    async deliver() {
      const worker = new Worker('deliveries', (job) => send(job.data), {
        connection: connect(),
        concurrency: 64,
        autorun: false,
      })
      await new Promise((resolve, reject) => {
        worker.on('completed', () => {
          queued -= 1
          if (queued === 0) resolve()
        })
        worker.on('failed', (_job, error) => reject(error))
        worker.run().catch(reject)
      })
      await worker.close()
    },
  }
}
