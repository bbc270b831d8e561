import { Logger, makeWorkerUtils, run } from 'graphile-worker'

/** Jobs of graphile-worker with its local queue, which fetches and completes jobs in batches. */
export async function open(url) {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString: url, logger })
  await utils.migrate()
  return {
    add: (count) =>
      utils.withPgClient((client) =>
        client.query(
          `select graphile_worker.add_job('bench', json_build_object('at', at))
           from generate_series(1, $1) at`,
          [count],
        ),
      ),
    async drain(workers, batchSize, count) {
      let done = 0
      let finish
      const all = new Promise((resolve) => {
        finish = resolve
      })
      const runner = await run({
        logger,
        noHandleSignals: true,
        taskList: {
          bench: () => {
            done += 1
            if (done === count) finish()
          },
        },
        preset: {
          worker: {
            connectionString: url,
            concurrentJobs: workers,
            localQueue: { size: workers * batchSize },
            completeJobBatchDelay: 0,
          },
        },
      })
      await all
      // Stopping waits until completed jobs are written.
      await runner.stop()
      return done
    },
    close: () => utils.release(),
  }
}
