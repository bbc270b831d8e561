// A worker thread that claims every id as fast as it can and reports the ids that it has claimed.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteDedupeStore } from '../src/sqlite.ts'

const { file, ids, start } = workerData as { file: string; ids: string[]; start: Int32Array }
const store = sqliteDedupeStore(new DatabaseSync(file))
parentPort?.postMessage('ready')
Atomics.wait(start, 0, 0)
const claimedIds: string[] = []
for (const id of ids) {
  if ((await store.claim(id)).status === 'claimed') claimedIds.push(id)
}
parentPort?.postMessage(claimedIds)
