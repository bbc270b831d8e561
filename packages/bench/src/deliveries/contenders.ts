import type { DatabaseKind } from '../databases.ts'
import type { Contender, StartContender } from './contender.ts'
import { payload } from './payload.ts'

interface ContenderEntry {
  /** The kind of database of its queue. */
  readonly database: DatabaseKind
  readonly load: () => Promise<StartContender>
}

/** Every contender, by its name in the table. Only the one that runs is loaded. */
export const contenders: Readonly<Record<string, ContenderEntry>> = {
  'raw undici': {
    database: 'memory',
    load: async () => (await import('./raw-undici.ts')).startRawUndici,
  },
  'Doorkit, SQLite': {
    database: 'sqlite',
    load: async () => (await import('./doorkit.ts')).startDoorkitSqlite,
  },
  'Doorkit, PostgreSQL': {
    database: 'postgres',
    load: async () => (await import('./doorkit.ts')).startDoorkitPostgres,
  },
  'BullMQ, Redis': {
    database: 'redis',
    load: async () => startPeer('bullmq'),
  },
  'pg-boss, PostgreSQL': {
    database: 'postgres',
    load: async () => startPeer('pg-boss'),
  },
}

/** Returns the function that starts a contender of `peers/deliveries`. */
function startPeer(name: string): StartContender {
  return async (options) => {
    const file = new URL(`../../peers/deliveries/${name}.js`, import.meta.url)
    const { start } = await import(file.href)
    return (await start(options, JSON.parse(payload))) as Contender
  }
}
