import { readFile } from 'node:fs/promises'
import { KitError, type PlanOverrides, parsePlans } from '@doorkit/server'
import { CliError } from '../cli-error.ts'

/**
 * Reads the limits of plans from a JSON file: what `plans` of `createDoorkit` takes. The word `unlimited`
 * needs no file.
 *
 * @throws CliError `invalid_flag`, naming the limit that is not usable.
 */
export async function readLimits(file: string): Promise<PlanOverrides> {
  if (file === 'unlimited') return file
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CliError('invalid_flag', `--limits: ${file} cannot be read (${cause.code}).`, {
      cause,
    })
  })
  try {
    return parsePlans(text)
  } catch (error) {
    if (!(error instanceof KitError)) throw error
    throw new CliError('invalid_flag', `--limits: ${file}: ${error.message}`, { cause: error })
  }
}
