import { existsSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { memoryStore, type Store } from '@doorkit/store'
import { CliError } from './cli-error.ts'
import { withService } from './postgres-service-file.ts'

/** How to open a store. */
export interface OpenStoreOptions {
  /** What to do if the file does not exist; `pretend` opens an empty store in memory. */
  readonly missing: 'create' | 'refuse' | 'pretend'
  /** The option of `sqliteStore`. */
  readonly vacuumMaxBytes?: number | undefined
  /** The option of `sqliteStore` and `postgresStore`. */
  readonly exclusive?: boolean | undefined
}

/** The part of the heap that the rows of a memory store may use: the server needs the rest. */
const storedPart = 0.5

/**
 * Opens the store of a URL: `memory:`, `sqlite:FILE` or `postgres://…`. It loads only the package of
 * that store, and does not connect to a database server yet.
 *
 * @throws CliError `unusable_store` for an unusable URL or service, or with `missing: 'refuse'` for a
 * file that does not exist; StoreError if a SQLite file cannot be opened.
 */
export async function openStore(
  url: string,
  { missing, vacuumMaxBytes, exclusive }: OpenStoreOptions,
): Promise<Store> {
  if (url === 'memory:') {
    return memoryStore({ mostBytes: getHeapStatistics().heap_size_limit * storedPart })
  }
  if (/^postgres(?:ql)?:/.test(url)) return openPostgres(url, exclusive)
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (file === undefined)
    throw unusableStore('A store must be sqlite:FILE, postgres://… or memory:.')
  if (file === ':memory:') throw unusableStore('For a store in memory, use memory:.')
  const { sqliteStore } = await import('@doorkit/store-sqlite')
  if (existsSync(file) || missing === 'create')
    return sqliteStore({ file, vacuumMaxBytes, exclusive })
  if (missing === 'pretend') return sqliteStore({ file: ':memory:' })
  throw unusableStore(`No database ${file} exists: create it with doorkit migrate --store ${url}`)
}

async function openPostgres(url: string, exclusive: boolean | undefined): Promise<Store> {
  const { postgresStore } = await import('@doorkit/store-postgres')
  try {
    // `pg` reads the other settings of psql from process.env, so the service must come from process.env
    // too, and not from the terminal's environment.
    return postgresStore({ url: withService(url, process.env), exclusive })
  } catch (error) {
    if (error instanceof CliError) throw error
    throw unusableStore(error instanceof Error ? error.message : String(error))
  }
}

function unusableStore(message: string): CliError {
  return new CliError('unusable_store', message)
}
