import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { startThread } from './start-thread.ts'

/** Moves the write-ahead log (WAL) into the database file, on a thread of its own. */
export type Checkpoints = ReturnType<typeof createCheckpoints>

/** How many written pages cause a checkpoint. */
const pagesBetween = 1_000

/** A written or deleted row changes about this many pages, and more if its values are long. */
const pagesOfRow = 2
const charactersOfPage = 4_096

// Under steady writes the thread never reaches the end of the log, so the log only grows. At this
// length, the thread locks out writers while it moves the last few pages. Readers continue.
const pagesUntilLock = 4_000

// At this length, SQLite itself moves the log, inside a commit, because the thread could not.
const pagesAtMost = 10_000

/** The length at which SQLite moves the log by default. */
const pagesWithoutThread = 1_000

const thread = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(workerData)
db.exec('pragma busy_timeout = 100')
const passive = db.prepare('pragma wal_checkpoint(passive)')
const full = db.prepare('pragma wal_checkpoint(full)')
parentPort.on('message', (movesAll) => {
  try {
    if (passive.get().log > ${pagesUntilLock} || movesAll) {
      // The second pass moves the pages that were written during the first.
      passive.get()
      full.get()
    }
  } catch {
    // The disk is full or the file locked: the log grows until the next time.
  }
  parentPort.postMessage('done')
})`

/**
 * Creates the checkpoints of a file that `db` has open. The first checkpoint starts the thread, so a
 * process with few writes has no thread. Without the thread, SQLite would move the log inside commits
 * while everything else in the process waits: 20 to 50 ms, eight times a second under load.
 */
export function createCheckpoints(db: DatabaseSync, file: string) {
  let worker: Worker | undefined
  let pages = 0
  let hasFailed = false
  /** Resolves when the thread is done; undefined if it has nothing to do. */
  let underWay: Promise<void> | undefined
  let settle = () => {}

  function start(): Worker {
    // The thread never creates the file, so that a deleted file is not replaced by an empty one.
    const started = startThread(thread, `${pathToFileURL(file).href}?mode=rw`)
    started.unref()
    started.on('message', done).on('error', fail).on('exit', end)
    db.exec(`pragma wal_autocheckpoint = ${pagesAtMost}`)
    return started
  }

  function done(): void {
    settle()
    underWay = undefined
  }

  function fail(): void {
    hasFailed = true
    if (db.isOpen) db.exec(`pragma wal_autocheckpoint = ${pagesWithoutThread}`)
  }

  /** A message to a thread that has ended would never be answered. */
  function end(): void {
    fail()
    done()
  }

  function begin(movesAll: boolean): void {
    pages = 0
    try {
      worker ??= start()
      worker.postMessage(movesAll)
      underWay = new Promise((resolve) => (settle = resolve))
    } catch {
      // A host may forbid threads.
      fail()
    }
  }

  /** Keeps the process alive until the thread is done. */
  async function whenDone(): Promise<void> {
    worker?.ref()
    await underWay
    worker?.unref()
  }

  return {
    /** Counts changed rows, and the characters written to them. After enough, the thread moves the log. */
    count(rows: number, characters: number): void {
      pages += rows * pagesOfRow + characters / charactersOfPage
      if (pages >= pagesBetween && !hasFailed && !underWay) begin(false)
    },
    /** Moves the whole log. Does nothing without a thread, or after the thread has failed or ended. */
    async moveAll(): Promise<void> {
      await whenDone()
      if (!worker || hasFailed) return
      if (!underWay) begin(true)
      await whenDone()
    },
    /** Ends the thread once its work is done. */
    async close(): Promise<void> {
      await whenDone()
      await worker?.terminate()
    },
  }
}
