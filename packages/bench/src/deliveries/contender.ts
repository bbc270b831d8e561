import type { PlaceKind } from '../places.ts'
import { payload } from './payload.ts'

/** The address that a contender sends to, and the store of its queue. */
export interface ContenderOptions {
  /** The addresses that every event goes to. */
  readonly urls: readonly string[]
  /** A file, or the address of a database; empty for a queue in memory. */
  readonly place: string
}

/** Something that delivers webhooks. */
export interface Contender {
  /** Queues so many events, each for every address. Not measured. */
  queue(events: number): Promise<void>
  /** Delivers everything that is queued, and notes how each went. */
  deliver(): Promise<void>
  /** Calls of its store while it delivered, where they are counted. */
  calls?(): number
}

/** Gets a contender ready; each runs in a process of its own. */
export type StartContender = (options: ContenderOptions) => Promise<Contender>

interface Known {
  /** The store of its queue. */
  readonly place: PlaceKind
  readonly load: () => Promise<StartContender>
}

/** Every contender by the name in the table; only what runs is loaded. */
export const contenders: Readonly<Record<string, Known>> = {
  'raw undici': {
    place: 'memory',
    load: async () => (await import('./raw-undici.ts')).startRawUndici,
  },
  'Doorkit, SQLite': {
    place: 'sqlite',
    load: async () => (await import('./doorkit.ts')).startDoorkitSqlite,
  },
  'Doorkit, PostgreSQL': {
    place: 'postgres',
    load: async () => (await import('./doorkit.ts')).startDoorkitPostgres,
  },
  'BullMQ, Redis': {
    place: 'redis',
    load: async () => byPeer('bullmq'),
  },
  'pg-boss, PostgreSQL': {
    place: 'postgres',
    load: async () => byPeer('pg-boss'),
  },
}

/**
 * A queue of `peers/deliveries` that does the same job. The peers are JavaScript, as nothing of
 * theirs is installed where types are checked.
 */
function byPeer(name: string): StartContender {
  return async (options) => {
    const file = new URL(`../../peers/deliveries/${name}.js`, import.meta.url)
    const { start } = await import(file.href)
    return (await start(options, JSON.parse(payload))) as Contender
  }
}
