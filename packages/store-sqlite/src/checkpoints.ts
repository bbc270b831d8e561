import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Moves the log of writes (WAL) into its file, on a thread of its own. */
export interface Checkpoints {
  /** Counts a write. After some of them, the thread moves the log. */
  count(): void
  /** Ends the thread once its work is done. */
  close(): Promise<void>
}

/** After so many writes, each of which changes about ten pages. */
const writesBetween = 100

// Under steady writes the thread never has all of the log at once, which is when it begins anew. So
// SQLite moves the rest at this length, inside a commit: a few milliseconds, as the rest is short.
const pagesAtMost = 10_000

/** The default of SQLite. */
const pagesWithoutThread = 1_000

// A text, so that a host may bundle this package into one file.
const thread = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(workerData)
const passive = db.prepare('pragma wal_checkpoint(passive)')
parentPort.on('message', () => {
  try {
    passive.get()
  } catch {
    // A full disk or a locked file: the log grows until the next time.
  }
  parentPort.postMessage('done')
})`

/**
 * Creates the checkpoints of a file that `db` has open. The thread starts with the first of them, so
 * that a process that writes little does without. Inside commits, SQLite would move the log while
 * everything else in the process waits: for 20 to 50 ms, eight times a second under load.
 */
export function createCheckpoints(db: DatabaseSync, file: string): Checkpoints {
  let worker: Worker | undefined
  let writes = 0
  let hasFailed = false
  let isUnderWay = false
  let whenDone = () => {}

  function start(): Worker {
    // It needs neither the environment of the host, which may hold secrets, nor what that preloads.
    const own = { env: {}, execArgv: ['--disable-warning=ExperimentalWarning'] }
    // It never creates the file: whoever deleted it gets no empty one in its place.
    const existing = `${pathToFileURL(file).href}?mode=rw`
    const started = new Worker(thread, { eval: true, workerData: existing, ...own })
    started.unref()
    started.on('message', done).on('error', fail).on('exit', done)
    db.exec(`pragma wal_autocheckpoint = ${pagesAtMost}`)
    return started
  }

  function done(): void {
    isUnderWay = false
    whenDone()
  }

  function fail(): void {
    hasFailed = true
    if (db.isOpen) db.exec(`pragma wal_autocheckpoint = ${pagesWithoutThread}`)
  }

  return {
    count() {
      writes += 1
      if (writes < writesBetween || hasFailed || isUnderWay) return
      writes = 0
      try {
        worker ??= start()
        worker.postMessage('go')
        isUnderWay = true
      } catch {
        // A host may forbid threads.
        fail()
      }
    },
    async close() {
      worker?.ref()
      if (isUnderWay) await new Promise<void>((resolve) => (whenDone = resolve))
      await worker?.terminate()
    },
  }
}
