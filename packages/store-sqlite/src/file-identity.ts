import { type BigIntStats, statSync } from 'node:fs'
import { StoreError } from '@doorkit/store'

/** An opened file, and whether its path still names it. */
export type OpenedFile = ReturnType<typeof rememberFile>

/**
 * Remembers the file that a path names.
 *
 * @param now - a clock in milliseconds.
 */
export function rememberFile(file: string, now: () => number = () => performance.now()) {
  const opened = identityOf(file)
  let lookedAt = now()
  let isThere = true
  return {
    /**
     * Returns the error that refuses a call if the path no longer names the opened file. Without this
     * check, SQLite would write to the lost file, and read old data from it.
     *
     * @param maxAgeMs - how old the last check of the path may be, in milliseconds; 0 checks now.
     */
    refusal(maxAgeMs: number): StoreError | undefined {
      if (!isThere || now() - lookedAt >= maxAgeMs) {
        isThere = identityOf(file) === opened
        lookedAt = now()
      }
      return isThere ? undefined : lostFileError(file)
    },
  }
}

function identityOf(file: string): string {
  let found: BigIntStats | undefined
  try {
    found = statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    // For example, its directory may not be read any more.
  }
  return found ? `${found.dev}:${found.ino}` : 'none'
}

function lostFileError(file: string): StoreError {
  const problem = `${file} was deleted or replaced while it was open, so nothing is read or written`
  const advice =
    'Stop every process that uses the file, put the file or a backup at this path, and start again'
  return new StoreError('unavailable', `${problem}. ${advice}.`)
}
