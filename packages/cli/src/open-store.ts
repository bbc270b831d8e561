import { existsSync } from 'node:fs'
import { memoryStore, type Store } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { CliError } from './cli-error.ts'

/** How a store is opened. */
export interface OpenStoreOptions {
  /** What is done about a file that is not there; `pretend` uses an empty store in memory. */
  readonly missing: 'create' | 'refuse' | 'pretend'
}

/**
 * Opens the store of a URL: `memory:`, `sqlite:FILE` or `postgres://…`. A database server is not
 * asked for anything yet.
 *
 * @throws CliError `unusable_store` for another URL, or a file that is not there.
 */
export function openStore(url: string, { missing }: OpenStoreOptions): Store {
  if (url === 'memory:') return memoryStore()
  if (/^postgres(?:ql)?:/.test(url)) return openPostgres(url)
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (file === undefined) throw unusable('A store is sqlite:FILE, postgres://… or memory:.')
  if (file === ':memory:') throw unusable('For a store in memory, use memory:.')
  if (existsSync(file) || missing === 'create') return sqliteStore({ file })
  if (missing === 'pretend') return sqliteStore({ file: ':memory:' })
  throw unusable(`There is no database ${file}: make one with doorkit migrate --store ${url}`)
}

function openPostgres(url: string): Store {
  try {
    return postgresStore({ url })
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error))
  }
}

function unusable(message: string): CliError {
  return new CliError('unusable_store', message)
}
