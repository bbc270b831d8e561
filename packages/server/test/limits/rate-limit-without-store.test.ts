import { planLimits } from '@doorkit/models'
import { type ConsumeQuery, memoryStore, StoreError } from '@doorkit/store'
import { expect, test } from 'vitest'
import type { Logger } from '../../src/index.ts'
import { caller, createKit } from '../support/kit.ts'

/** A kit whose store fails to count requests while the test says that the disk is full. */
async function createFullKit() {
  const inner = memoryStore()
  const disk = { full: false }
  const messages: string[] = []
  const write = (_facts: unknown, message: string) => messages.push(message)
  const logger: Logger = { debug: write, info: write, warn: write, error: write }
  const consume = async (query: ConsumeQuery) => {
    if (disk.full) throw new StoreError('fault', 'The disk is full.')
    return inner.consume(query)
  }
  const kit = await createKit({ store: { ...inner, consume }, plan: 'origin', logger })
  return { kit, call: caller(kit), disk, messages }
}

test('reads succeed while the store cannot count', async () => {
  const { call, disk } = await createFullKit()
  disk.full = true
  const { status, headers } = await call('GET', '/me')
  expect(status).toBe(200)
  expect(headers.get('RateLimit-Limit')).toBe('120')
  expect(headers.get('RateLimit-Remaining')).toBe('119')
  expect(headers.get('RateLimit-Reset')).toBe('60')
})

test('a process enforces the limit by itself while the store cannot count', async () => {
  const { kit, call, disk } = await createFullKit()
  disk.full = true
  const limit = planLimits.origin.requests_per_minute
  for (let made = 0; made < limit; made++) expect((await call('GET', '/me')).status).toBe(200)
  expect((await call('GET', '/me')).status).toBe(429)
  kit.clock.advance(60_000)
  expect((await call('GET', '/me')).status).toBe(200)
})

test('the log says once that the store stopped counting, and once that it counts again', async () => {
  const { call, disk, messages } = await createFullKit()
  disk.full = true
  await call('GET', '/me')
  await call('GET', '/me')
  disk.full = false
  await call('GET', '/me')
  await call('GET', '/me')
  expect(messages.filter((message) => message.includes('count'))).toEqual([
    'The store cannot count requests. Until it can, each process counts its own requests.',
    'The store counts requests again.',
  ])
})
