import { type BackupOptions, type BackupProgress, StoreError } from '@doorkit/store'
import { startThread } from './start-thread.ts'

export interface CopyOptions extends Pick<BackupOptions, 'onProgress' | 'signal'> {
  /** The path of the database. */
  readonly source: string
  /** The path of an empty file. */
  readonly part: string
  /** A query that reads one number from the copy. */
  readonly readVersion: string
}

/** The messages of the thread. */
type Message =
  | { readonly progress: BackupProgress }
  | { readonly version: number }
  | { readonly damage: string }

// The transaction of the thread sees the state at one moment, so writers neither restart the copy nor
// wait for it.
const thread = `
const { parentPort, workerData } = require('node:worker_threads')
const { backup, DatabaseSync } = require('node:sqlite')
const { source, part, readVersion } = workerData

async function copy() {
  const db = new DatabaseSync(source, { readOnly: true })
  db.exec('pragma busy_timeout = 5000')
  db.exec('begin')
  db.prepare('select count(*) from sqlite_schema').get()
  const { page_size } = db.prepare('pragma page_size').get()
  let totalBytes = db.prepare('pragma page_count').get().page_count * page_size
  const say = (phase, bytes) => parentPort.postMessage({ progress: { phase, bytes, totalBytes } })
  say('copying', 0)
  await backup(db, part, {
    rate: 1000,
    progress({ totalPages, remainingPages }) {
      totalBytes = totalPages * page_size
      say('copying', totalBytes - remainingPages * page_size)
    },
  })
  db.close()
  say('checking', totalBytes)
  const written = new DatabaseSync(part)
  // This makes the copy a single file, without others next to it.
  written.exec('pragma journal_mode = delete')
  const [problem] = Object.values(written.prepare('pragma integrity_check(1)').get())
  if (problem !== 'ok') return { damage: String(problem) }
  const [version] = Object.values(written.prepare(readVersion).get())
  written.close()
  return { version }
}

copy().then((message) => parentPort.postMessage(message))`

/**
 * Copies a database on a thread of its own, with its own connection, and checks the copy. Returns the
 * result of `readVersion`.
 *
 * @throws {StoreError} `fault` for a damaged copy, which means that the database is damaged. Any other
 *   failure rejects with the reason of the signal, or with the error of the thread or of `onProgress`.
 */
export async function copyInThread(options: CopyOptions): Promise<number> {
  const { source, part, readVersion, onProgress, signal } = options
  signal?.throwIfAborted()
  const worker = startThread(thread, { source, part, readVersion })
  let abort = () => {}
  const ended = new Promise<number>((resolve, reject) => {
    abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    worker.on('message', (message: Message) => {
      try {
        if ('progress' in message) onProgress?.(message.progress)
        else if ('version' in message) resolve(message.version)
        else {
          throw new StoreError(
            'fault',
            `The copy of ${source} does not pass the check of SQLite (${message.damage}): the database is damaged. Go back to an earlier backup.`,
          )
        }
      } catch (error) {
        reject(error)
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('The thread ended early.')))
  })
  try {
    return await ended
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
