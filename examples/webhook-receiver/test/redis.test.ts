import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@doorkit/tests/postgres'
import { requirePrograms, systemPrograms } from '@doorkit/tests/system'
import { dedupeCases, dedupeTestTimes } from '@doorkit/webhooks/dedupe-tests'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { redisDedupeStore } from '../src/redis-dedupe-store.ts'

let server: ChildProcess
let redis: Redis

beforeAll(async () => {
  const [program = ''] = requirePrograms([systemPrograms.redis])
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '']
  server = spawn(program, settings, { stdio: 'ignore' })
  redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 })
  await once(redis, 'ready')
})

afterAll(async () => {
  redis.disconnect()
  const ended = once(server, 'exit')
  server.kill()
  await ended
})

/** Lets time pass for Redis: every key ends that much sooner. */
async function advance(ms: number): Promise<void> {
  for (const key of await redis.keys('*')) await redis.pexpire(key, (await redis.pttl(key)) - ms)
}

describe('the dedupe store in Redis', () => {
  test.each(dedupeCases)('$name', async ({ check }) => {
    await redis.flushall()
    const run = (script: string, key: string, values: string[]) =>
      redis.eval(script, 1, key, ...values)
    await check({ advance, open: () => redisDedupeStore(run, dedupeTestTimes) })
  })
})
