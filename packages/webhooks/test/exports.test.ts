import { expect, test } from 'vitest'

test('the package exports these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'WebhookError',
    'createWebhookRouter',
    'diagnoseWebhook',
    'generateWebhookSecret',
    'isNewer',
    'memoryDedupeStore',
    'recoverMissed',
    'signWebhook',
    'verifyWebhook',
    'verifyWebhookSignature',
    'webhookErrorCodes',
  ])
})

test('the subpaths export these names', async () => {
  const names = {
    testing: Object.keys(await import('../src/testing.ts')).sort(),
    'dedupe-tests': Object.keys(await import('../src/dedupe-tests.ts')).sort(),
    fetch: Object.keys(await import('../src/fetch.ts')).sort(),
    express: Object.keys(await import('../src/express.ts')).sort(),
    fastify: Object.keys(await import('../src/fastify.ts')).sort(),
    hono: Object.keys(await import('../src/hono.ts')).sort(),
    next: Object.keys(await import('../src/next.ts')).sort(),
    node: Object.keys(await import('../src/node.ts')).sort(),
    postgres: Object.keys(await import('../src/postgres.ts')).sort(),
    redis: Object.keys(await import('../src/redis.ts')).sort(),
    sqlite: Object.keys(await import('../src/sqlite.ts')).sort(),
  }
  expect(names).toEqual({
    testing: ['webhookDelivery', 'webhookFixture', 'webhookRequest'],
    'dedupe-tests': ['dedupeCases', 'dedupeTestTimes'],
    fetch: ['toFetch'],
    express: ['toExpress'],
    fastify: ['fastifyWebhooks'],
    hono: ['toHono'],
    next: ['toNext'],
    node: ['toNode'],
    postgres: ['postgresDedupeStore', 'postgresDedupeTable'],
    redis: ['redisDedupeStore'],
    sqlite: ['sqliteDedupeStore'],
  })
})
