import { StoreError } from '@doorkit/server/store'
import { SqlError } from './sql-error.ts'

/** The error of a driver, as the port's error. Lost races are recognized before. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const options = { cause: error }
  if (!(error instanceof SqlError)) {
    return new StoreError('fault', 'The database driver failed; see cause.', options)
  }
  switch (error.code) {
    case 'busy':
      return new StoreError('busy', 'The database is locked by another writer. Try again.', options)
    case 'unique':
      return new StoreError(
        'invalid_query',
        'Two rows would have the same values in a unique index.',
        options,
      )
    case 'guard':
    case 'check':
      return new StoreError('invalid_query', 'A sum would leave the safe integers.', options)
    case 'away':
      return new StoreError(
        'unavailable',
        'The database cannot be reached, or takes no writes now. Try again later.',
        options,
      )
    case 'unknown':
      return new StoreError(
        'unknown_outcome',
        'The connection broke during the commit. Read what it wrote before you repeat it.',
        options,
      )
    case 'fault':
      return new StoreError('fault', `The database failed: ${error.message}`, options)
  }
}
