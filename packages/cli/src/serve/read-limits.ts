import { readFile } from 'node:fs/promises'
import { KitError, type PlanOverrides, parsePlans } from '@doorkit/server'
import { CliError } from '../cli-error.ts'

/**
 * Reads plan limits for the option `plans` of `createDoorkit` from a JSON file. If `file` is the word
 * `unlimited`, returns that word.
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
