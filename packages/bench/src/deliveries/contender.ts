import type { DatabaseKind } from '../databases.ts'
import { payload } from './payload.ts'

/** Where a contender sends to, and the database of its queue. */
export interface ContenderOptions {
  /** The URLs that receive every event. */
  readonly urls: readonly string[]
  /** The file or URL of the database; empty for a queue in memory. */
  readonly address: string
}

/** A program that delivers webhooks. */
export interface Contender {
  /** Queues events, each for every URL. This is not measured. */
  queue(events: number): Promise<void>
  /** Delivers everything in the queue, and records each result. */
  deliver(): Promise<void>
  /** The calls of its store during delivery, if they are counted. */
  calls?(): number
}

/** Prepares a contender. Each runs in its own process. */
export type StartContender = (options: ContenderOptions) => Promise<Contender>

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
    load: async () => byPeer('bullmq'),
  },
  'pg-boss, PostgreSQL': {
    database: 'postgres',
    load: async () => byPeer('pg-boss'),
  },
}

/**
 * A queue of `peers/deliveries` that does the same work. The peers are JavaScript, because their
 * packages are not installed when types are checked.
 */
function byPeer(name: string): StartContender {
  return async (options) => {
    const file = new URL(`../../peers/deliveries/${name}.js`, import.meta.url)
    const { start } = await import(file.href)
    return (await start(options, JSON.parse(payload))) as Contender
  }
}
