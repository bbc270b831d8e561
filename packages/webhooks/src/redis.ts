import { type DedupeTimes, defaultLeaseMs, defaultTtlMs } from './dedupe-options.ts'
import type { DedupeClaim, DedupeStore } from './dedupe-store.ts'

/** The part of an `ioredis` client, for one server or a cluster, that the store uses. */
export interface IoRedisClient {
  /** Runs a script over a Redis key. */
  eval(script: string, keys: number, ...keysAndValues: string[]): Promise<unknown>
  /** Distinguishes the client from one of node-redis. */
  defineCommand: unknown
}

/** The part of a `redis` (node-redis) client that the store uses. */
export interface NodeRedisClient {
  /** Runs a script over a Redis key. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}

/** Runs a script over one Redis key, with any other client. */
export type RunRedisScript = (script: string, key: string, values: string[]) => Promise<unknown>

/** Options of {@link redisDedupeStore}. */
export interface RedisDedupeOptions extends DedupeTimes {
  /**
   * The prefix of every Redis key. Endpoints that do different work each need their own prefix, because
   * all of them receive an event under the same id. Default `doorkit:webhook:`.
   */
  prefix?: string | undefined
}

const claimScript = `
  local held = redis.call('GET', KEYS[1])
  if held == 'done' then return 'done' end
  if held then return 'in_progress' end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 'claimed'`
const completeScript = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], 'done', 'PX', ARGV[2]) end`
const releaseScript = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`

/**
 * Creates a store that remembers handled events in Redis, which expires them by its own clock.
 *
 * @param redis - A client of `ioredis` or node-redis, or a function that runs a script with another
 * client.
 */
export function redisDedupeStore(
  redis: IoRedisClient | NodeRedisClient | RunRedisScript,
  options: RedisDedupeOptions = {},
): DedupeStore {
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs, prefix = 'doorkit:webhook:' } = options
  const run = runnerOf(redis)
  return {
    async claim(id) {
      const token = crypto.randomUUID()
      const status = await run(claimScript, prefix + id, [token, String(leaseMs)])
      return { status, token } as DedupeClaim
    },
    async complete(id, token) {
      await run(completeScript, prefix + id, [token, String(ttlMs)])
    },
    async release(id, token) {
      await run(releaseScript, prefix + id, [token])
    },
  }
}

function runnerOf(redis: IoRedisClient | NodeRedisClient | RunRedisScript): RunRedisScript {
  if (typeof redis === 'function') return redis
  return 'defineCommand' in redis
    ? (script, key, values) => redis.eval(script, 1, key, ...values)
    : (script, key, values) => redis.eval(script, { keys: [key], arguments: values })
}
