import { DoorkitError } from '../errors/doorkit-error.ts'

/** The stable reason of a failure, in few values: the code of our errors, the class of others. */
export function errorType(error: unknown): string {
  if (error instanceof DoorkitError) return error.code
  return error instanceof Error ? error.name : '_OTHER'
}
