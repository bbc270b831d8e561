import { randomUUID } from 'node:crypto'
import type { DedupeClaim, DedupeStore } from '@doorkit/webhooks'

/**
 * Runs a script by the client of your choice:
 * `(script, key, values) => redis.eval(script, 1, key, ...values)` with ioredis,
 * `(script, key, values) => client.eval(script, { keys: [key], arguments: values })` with node-redis.
 */
export type RunScript = (script: string, key: string, values: string[]) => Promise<unknown>

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

/** Remembers handled webhooks in Redis, which forgets them by itself. */
export function redisDedupeStore(
  run: RunScript,
  { leaseMs = 300_000, ttlMs = 345_600_000, prefix = 'webhook:' } = {},
): DedupeStore {
  return {
    async claim(id) {
      const token = randomUUID()
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
