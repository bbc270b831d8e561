import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Store, StoreError } from '@doorkit/store'
import { sqlStore } from '@doorkit/store-sql'
import pg, { type Pool, type PoolConfig } from 'pg'
import {
  citusFeatures,
  type EngineFeatures,
  plainFeatures,
  postgresFeatures,
} from './engine-features.ts'
import { postgresDriver } from './postgres-driver.ts'
import {
  postgresConnectTimeoutMs,
  postgresLockTimeoutMs,
  postgresStatementTimeoutMs,
} from './timeouts.ts'

/** A database that speaks PostgreSQL's protocol. */
export type PostgresEngine = 'postgres' | 'citus' | 'cockroachdb' | 'yugabytedb'

const engines: Readonly<Record<PostgresEngine, EngineFeatures>> = {
  postgres: postgresFeatures,
  citus: citusFeatures,
  cockroachdb: plainFeatures,
  yugabytedb: plainFeatures,
}

/** The options of any PostgreSQL store. */
export interface PostgresOptions {
  /** The beginning of every table name. Default: `doorkit_`. */
  readonly prefix?: string | undefined
  /**
   * The engine. The store uses no feature that this engine lacks. Default: `engine` of the URL, or
   * `postgres`, which is also right for Aurora, AlloyDB, Neon and PlanetScale.
   */
  readonly engine?: PostgresEngine | undefined
  /**
   * Whether statements are prepared by name, once per connection. Use false behind a pooler that gives
   * every transaction another connection, such as PgBouncer before 1.21, or add `?prepare=false` to the
   * URL. Default: true.
   */
  readonly prepare?: boolean | undefined
}

/** The options of a store that opens its own pool. */
export interface PostgresUrlOptions extends PostgresOptions {
  /** The address of the database: `postgres://user:password@host:5432/database?sslmode=require`. */
  readonly url: string
  /**
   * How many connections the store may open, besides the one that listens for writes of other processes
   * and the one that checks whether a silent server still answers. Default: 10.
   */
  readonly maxConnections?: number | undefined
  /**
   * Whether processes tell each other of their writes by `NOTIFY`, so that a worker starts immediately
   * and not at its next poll. Use false, here or by `?notify=false` in the URL, if a pooler lends a
   * connection for each transaction, because no notification arrives through it. Default: as `prepare`,
   * and false if the engine has no `NOTIFY`.
   */
  readonly notify?: boolean | undefined
  /**
   * Whether the collections are locked from `migrate` until `close`: all writes wait, even those of this
   * store. Use it for work during which nothing may change, such as moving to another store. `migrate`
   * rejects with `busy` if a server or worker listens for writes, and `close` does so if somebody is
   * waiting to write. The store keeps one of the connections for the lock, so `maxConnections` must be 2
   * or more. Only the engine `postgres` can lock whole tables. Default: false.
   */
  readonly exclusive?: boolean | undefined
}

/** The options of a store over a pool that you have made. */
export interface PostgresPoolOptions extends PostgresOptions {
  /**
   * The store uses the pool as it is: it changes none of its settings, and `close` leaves it open. With
   * the option `pipeline` of `pg` (8.23 and later), a transaction costs one round trip.
   */
  readonly pool: Pool
}

const defaultPrefix = 'doorkit_'
const idleTransactionTimeoutMs = 10_000

/**
 * The store of the server kit for many machines: PostgreSQL 14 or later, through `pg`. Any number of
 * servers and workers share one database.
 *
 * @throws {StoreError} `invalid_query` for an invalid URL or one of another database, an unknown engine, or
 *   an option that is out of range or that the engine does not support.
 */
export function postgresStore(options: PostgresUrlOptions | PostgresPoolOptions): Store {
  const settings = 'url' in options ? readUrl(options) : options
  const { engine = 'postgres', prepare = true, prefix = defaultPrefix } = settings
  if (!Object.hasOwn(engines, engine)) {
    throw new StoreError(
      'invalid_query',
      `Unknown engine. Use one of: ${Object.keys(engines).join(', ')}.`,
    )
  }
  const features = engines[engine]
  const isOwn = 'url' in settings
  const pool = isOwn ? openPool(toConfig(settings, prepare)) : settings.pool
  const exclusive = isOwn && (settings.exclusive ?? false)
  if (exclusive && !features.tableLocks) {
    throw new StoreError(
      'invalid_query',
      `The engine ${engine} cannot keep other writers out: stop them, and open the store without exclusive (doorkit copy --stopped).`,
    )
  }
  const driver = postgresDriver({
    pool,
    isOwn,
    prefix,
    prepare,
    features,
    notify: isOwn && (settings.notify ?? prepare) && features.notifications,
    exclusive,
    random: Math.random,
    wait: (ms) => sleep(ms),
    now: () => performance.now(),
  })
  return sqlStore({ driver, prefix })
}

function toConfig(
  { url, maxConnections = 10, exclusive = false }: PostgresUrlOptions,
  prepare: boolean,
): PoolConfig & { readonly pipeline: boolean } {
  const least = exclusive ? 2 : 1
  if (!Number.isSafeInteger(maxConnections) || maxConnections < least) {
    throw new StoreError('invalid_query', `maxConnections must be an integer of ${least} or more.`)
  }
  return {
    connectionString: url,
    max: maxConnections,
    pipeline: true,
    keepAlive: true,
    stream: gatheringSocket,
    connectionTimeoutMillis: postgresConnectTimeoutMs,
    application_name: 'doorkit',
    // A pooler refuses to open a connection with settings that it does not know.
    ...(prepare && {
      statement_timeout: postgresStatementTimeoutMs,
      lock_timeout: postgresLockTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    }),
    query_timeout: postgresStatementTimeoutMs + postgresConnectTimeoutMs,
  }
}

function openPool(config: PoolConfig): Pool {
  const pool = new pg.Pool(config)
  // An idle connection that breaks leaves the pool, and the next call opens another. A connection may
  // also break at the moment when it is handed over, while it has no other listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A socket that sends all writes of one tick together. `pg` corks each statement of a batch, which would
 * need a system call for each.
 */
function gatheringSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}

/** Takes the options of the store out of the URL. */
function readUrl(options: PostgresUrlOptions): PostgresUrlOptions {
  if (!/^postgres(?:ql)?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw new StoreError(
      'invalid_query',
      'The url must be a valid URL that begins with postgres://. Encode special characters in its password.',
    )
  }
  const url = new URL(options.url)
  const take = (name: string) => {
    const value = url.searchParams.get(name) ?? undefined
    url.searchParams.delete(name)
    return value
  }
  const flag = (name: 'notify' | 'prepare') => {
    const value = take(name)
    return options[name] ?? (value === undefined ? undefined : value !== 'false')
  }
  const engine = take('engine') as PostgresEngine | undefined
  const flags = { notify: flag('notify'), prepare: flag('prepare') }
  return { ...options, ...flags, engine: options.engine ?? engine, url: url.href }
}
