import { resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Store, StoreError } from '@doorkit/store'
import { sqlStore } from '@doorkit/store-sql'
import { rememberFile } from './file-identity.ts'
import { nodeSqliteDriver } from './node-sqlite-driver.ts'
import { openFile } from './open-file.ts'
import { createCheckpoints } from './wal-checkpoints.ts'

/** The options of any SQLite store. */
export interface SqliteOptions {
  /**
   * The longest time that a write waits for another process that writes, in milliseconds. After that,
   * the write rejects with `unavailable`. While it waits, this process can do other work. Opening a
   * locked file waits as long, but blocks this process. Default: 2,500.
   */
  readonly busyTimeoutMs?: number | undefined
  /** The beginning of every table name. Default: `doorkit_`. */
  readonly prefix?: string | undefined
}

/** A database file of the store's own. */
export interface SqliteFileOptions extends SqliteOptions {
  /**
   * The path of the file, whose directory must exist. A missing file is created so that only its owner
   * may read and write it. `:memory:` keeps everything in this process, until `close`.
   */
  readonly file: string
  /**
   * When the disk must confirm a write. `normal` (the default): a killed process loses no acknowledged
   * write; a power cut may lose the latest writes, but never damages the file. `full`: every write waits
   * for the disk, so a power cut loses no acknowledged write either.
   */
  readonly synchronous?: 'normal' | 'full' | undefined
  /**
   * The largest database, in bytes of its used pages, that `scrub` rewrites (VACUUM). This removes the
   * erased bytes that remain in unused parts of pages. It takes about 6 ms for each megabyte, during
   * which nothing else runs in this process, and no process can write. For a larger database, use
   * `doorkit scrub`. 0 never rewrites. Default: 4 MiB.
   */
  readonly vacuumMaxBytes?: number | undefined
  /**
   * Whether no other process may have the file open at the same time. Opening a file that another
   * process has open throws `busy`, and others cannot open it afterwards. Use it for work during which
   * nothing may change, such as moving to another store. An exclusive store offers no `backup`. Default:
   * false.
   */
  readonly exclusive?: boolean | undefined
}

/** A database that the caller has opened. */
export interface SqliteDatabaseOptions extends SqliteOptions {
  /**
   * The store uses the database as it is: it changes none of its settings, and `close` leaves it open.
   * Recommended: `journal_mode = wal` (otherwise readers wait for writers) and `secure_delete = on`
   * (otherwise erased content stays in the file until it is overwritten). The store must not be called
   * while the caller has a transaction open on it.
   */
  readonly db: DatabaseSync
}

/**
 * The embedded store of the server kit: one SQLite file, through `node:sqlite`, with nothing to
 * install. Any number of processes on one machine may use the file at the same time.
 *
 * A process that writes moves the write-ahead log into the file on a thread of its own, so that commits
 * do not have to. The log usually takes up to 40 MB of the disk. If threads are not allowed, or the
 * store is exclusive, SQLite moves it inside commits.
 *
 * A file is opened in WAL mode, with `secure_delete`, so that erased content is overwritten in the file.
 * Next to the open file, SQLite keeps `-wal` and `-shm` files, which belong to it. Overwritten content
 * may remain in the WAL until `scrub`, which the server kit calls after every erasure. In unused bytes
 * of pages, it may remain until the file is rewritten; see `vacuumMaxBytes`.
 *
 * Every write checks whether the path still names the opened file, and reads check once a second. If the
 * file was deleted or replaced, both reject with `unavailable`, and no new file is created.
 *
 * Node 22 and early 24 print an ExperimentalWarning for `node:sqlite`; start Node with
 * `--disable-warning=ExperimentalWarning` to hide it.
 *
 * @throws {StoreError} `fault` if the file cannot be opened: no such directory, not a database, no
 * permission; `busy` if another process keeps it locked; `invalid_query` for an option that is out of
 * range.
 */
export function sqliteStore(options: SqliteFileOptions | SqliteDatabaseOptions): Store {
  const { busyTimeoutMs = 2_500, prefix } = options
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new StoreError('invalid_query', 'busyTimeoutMs must be an integer of 0 or more.')
  }
  if ('db' in options) {
    const { db } = options
    return sqlStore({
      // VACUUM may renumber the rows of the host's own tables.
      driver: nodeSqliteDriver({ db, busyTimeoutMs, isOwn: false, vacuumMaxBytes: 0 }),
      prefix,
    })
  }
  const { file, synchronous = 'normal', vacuumMaxBytes = 4 * 2 ** 20, exclusive = false } = options
  if (synchronous !== 'normal' && synchronous !== 'full') {
    throw new StoreError('invalid_query', `synchronous must be 'normal' or 'full'.`)
  }
  if (!(vacuumMaxBytes >= 0)) {
    throw new StoreError('invalid_query', 'vacuumMaxBytes must be a number of 0 or more.')
  }
  const db = openFile({ file, busyTimeoutMs, synchronous, exclusive })
  const path = file === ':memory:' ? undefined : resolve(file)
  const driver = nodeSqliteDriver({
    db,
    busyTimeoutMs,
    isOwn: true,
    vacuumMaxBytes: path === undefined ? 0 : vacuumMaxBytes,
    opened: path === undefined ? undefined : rememberFile(path),
    ...(path !== undefined &&
      !exclusive && { file: path, checkpoints: createCheckpoints(db, path) }),
  })
  try {
    return sqlStore({ driver, prefix })
  } catch (error) {
    db.close()
    throw error
  }
}
