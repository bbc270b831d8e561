import { existsSync } from 'node:fs'
import { memoryStore, type Store } from '@doorkit/server/store'
import { CliError } from './cli-error.ts'

/** How a store is opened. */
export interface OpenStoreOptions {
  /** The treatment of a file that is not there; `pretend` uses an empty store in memory. */
  readonly missing: 'create' | 'refuse' | 'pretend'
  /** See the option of `sqliteStore`. */
  readonly vacuumMaxBytes?: number | undefined
  /** See the option of both stores. */
  readonly exclusive?: boolean | undefined
}

/**
 * Opens the store of a URL: `memory:`, `sqlite:FILE` or `postgres://…`. Only that store is loaded,
 * and a database server is not asked for anything yet.
 *
 * @throws CliError `unusable_store` for another URL, or a file that is not there.
 */
export async function openStore(
  url: string,
  { missing, vacuumMaxBytes, exclusive }: OpenStoreOptions,
): Promise<Store> {
  if (url === 'memory:') return memoryStore()
  if (/^postgres(?:ql)?:/.test(url)) return openPostgres(url, exclusive)
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (file === undefined) throw unusable('A store is sqlite:FILE, postgres://… or memory:.')
  if (file === ':memory:') throw unusable('For a store in memory, use memory:.')
  const { sqliteStore } = await import('@doorkit/store-sqlite')
  if (existsSync(file) || missing === 'create')
    return sqliteStore({ file, vacuumMaxBytes, exclusive })
  if (missing === 'pretend') return sqliteStore({ file: ':memory:' })
  throw unusable(`There is no database ${file}: make one with doorkit migrate --store ${url}`)
}

async function openPostgres(url: string, exclusive: boolean | undefined): Promise<Store> {
  const { postgresStore } = await import('@doorkit/store-postgres')
  try {
    return postgresStore({ url, exclusive })
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error))
  }
}

function unusable(message: string): CliError {
  return new CliError('unusable_store', message)
}
