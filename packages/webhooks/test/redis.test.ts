import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@doorkit/tests/postgres'
import { requirePrograms, systemPrograms } from '@doorkit/tests/system'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { dedupeCases, dedupeTestTimes } from '../src/dedupe-tests.ts'
import { type NodeRedisClient, type RunRedisScript, redisDedupeStore } from '../src/redis.ts'

let server: ChildProcess
let redis: Redis

beforeAll(async () => {
  const [program = ''] = requirePrograms([systemPrograms.redis])
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '']
  server = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  await waitUntilReady(server)
  redis = new Redis(port, '127.0.0.1')
})

afterAll(async () => {
  redis.disconnect()
  const exit = once(server, 'exit')
  server.kill()
  await exit
})

/** Waits until a Redis accepts connections. */
async function waitUntilReady({ stdout }: ChildProcess): Promise<void> {
  let log = ''
  for await (const part of stdout ?? []) {
    log += part
    if (log.includes('Ready to accept connections')) return
  }
  throw new Error(`Redis did not start: ${log}`)
}

/** Moves time for Redis: every Redis key expires that much sooner. */
async function advance(ms: number): Promise<void> {
  for (const key of await redis.keys('*')) await redis.pexpire(key, (await redis.pttl(key)) - ms)
}

const run: RunRedisScript = (script, key, values) => redis.eval(script, 1, key, ...values)
const likeNodeRedis: NodeRedisClient = {
  eval: (script, { keys, arguments: values }) =>
    redis.eval(script, keys.length, ...keys, ...values),
}

describe.each([
  ['ioredis', () => redis],
  ['a client like node-redis', () => likeNodeRedis],
  ['a function', () => run],
])('the dedupe store in Redis, over %s', (_name, client) => {
  test.each(dedupeCases)('$name', async ({ check }) => {
    await redis.flushall()
    await check({ advance, open: () => redisDedupeStore(client(), dedupeTestTimes) })
  })
})
