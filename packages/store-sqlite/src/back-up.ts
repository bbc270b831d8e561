import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type BackupOptions, type BackupReport, StoreError } from '@doorkit/store'
import { copyInThread } from './copy-in-thread.ts'
import { requireDirectory } from './open-file.ts'

/** The endings of the files that SQLite keeps next to an open database. */
const companionEndings = ['-wal', '-shm', '-journal']

/**
 * Writes the state of a database file at one moment to another file. That file appears when it is
 * complete, checked and on the disk.
 *
 * @param source - the path of the database.
 * @param readVersion - a query that reads the version of the schema, run on the copy.
 * @throws {StoreError} `invalid_query` for an empty path, for a file that may not be replaced, or for a
 *   database in use; `fault` for a copy that cannot be written or fails the check. If the signal is
 *   aborted, the call rejects with its reason.
 */
export async function backUp(
  source: string,
  { file, overwrite = false, onProgress, signal }: BackupOptions,
  readVersion: string,
): Promise<BackupReport> {
  if (file === '') throw new StoreError('invalid_query', 'file is empty. Give a path.')
  const target = resolve(file)
  requireDirectory(target)
  // The temporary file is in the same directory, because a file can be renamed only within a file system.
  const part = `${target}.${randomUUID()}.part`
  try {
    await requireFree(source, target, overwrite)
    await (await open(part, 'wx', 0o600)).close()
    const schemaVersion = await copyInThread({ source, part, readVersion, onProgress, signal })
    const bytes = await writeThrough(part)
    if (overwrite) await rename(part, target)
    else await giveFinalName(part, target)
    await writeThrough(dirname(target)).catch(() => {
      // Some systems cannot open a directory.
    })
    return { file: target, bytes, schemaVersion }
  } catch (cause) {
    if (cause instanceof StoreError || signal?.aborted) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError('fault', `Cannot write the backup ${target}: ${reason}`, { cause })
  } finally {
    for (const ending of ['', ...companionEndings]) {
      // If the file could not be created, it may not be possible to remove it either.
      await rm(`${part}${ending}`, { force: true }).catch(() => {})
    }
  }
}

async function requireFree(source: string, target: string, overwrite: boolean): Promise<void> {
  const used = companionEndings.find((ending) => existsSync(`${target}${ending}`))
  if (used !== undefined) {
    throw new StoreError(
      'invalid_query',
      `${target}${used} shows that ${target} is a database in use. Name another file.`,
    )
  }
  if (!existsSync(target)) return
  if (!overwrite) throw existsError(target)
  const [one, other] = await Promise.all([stat(source), stat(target)])
  if (one.dev === other.dev && one.ino === other.ino) {
    throw new StoreError('invalid_query', `${target} is the database itself. Name another file.`)
  }
}

/** Gives the temporary file its final name, unless another file has that name. */
async function giveFinalName(part: string, target: string): Promise<void> {
  try {
    await link(part, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(target)) throw existsError(target)
    // Some file systems cannot give a file two names.
    await rename(part, target)
  }
}

const existsError = (target: string) =>
  new StoreError(
    'invalid_query',
    `${target} exists already. Name another file, or say that it may be replaced (overwrite, or --force).`,
  )

/** Waits until the file is on the disk. Returns its size. */
async function writeThrough(path: string): Promise<number> {
  const handle = await open(path)
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
