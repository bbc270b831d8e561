import { StoreError, type StoreErrorCode } from '@doorkit/store'
import { SqlError, type SqlErrorCode } from './sql-error.ts'

const beyondSafe = ['invalid_query', 'A sum would be beyond the safe integers.'] as const

const errors: Readonly<
  Record<Exclude<SqlErrorCode, 'fault' | 'unavailable'>, readonly [StoreErrorCode, string]>
> = {
  busy: ['busy', 'The database is locked, or it aborted this transaction. Try again.'],
  unique: ['invalid_query', 'Two rows would have the same values in a unique index.'],
  guard: beyondSafe,
  check: beyondSafe,
  unknown: [
    'unknown_outcome',
    'The connection broke during the commit. Before you repeat it, check whether its rows were written.',
  ],
}

/**
 * Converts the error of a driver to an error of the port. Lost races do not get here: `commitOps`
 * returns them.
 */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const options = { cause: error }
  if (!(error instanceof SqlError)) {
    return new StoreError('fault', 'The database driver failed; see cause.', options)
  }
  if (error.code === 'fault') {
    return new StoreError('fault', `The database failed: ${error.message}`, options)
  }
  if (error.code === 'unavailable') {
    const problem = 'The database cannot be reached, or accepts no writes now'
    return new StoreError('unavailable', `${problem} (${error.message}). Try again later.`, options)
  }
  return new StoreError(...errors[error.code], options)
}
