import type { Client } from '@doorkit/client'
import { expect, test } from 'vitest'
import { followEvents, type SentEvent } from '../src/follow-events.ts'

test('each new event is found once, even if it is dated shortly before the newest one', async () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 9, 12) + ms).toISOString()
  const log: SentEvent[] = []
  const add = (id: string, ms: number) => {
    log.push({ id, type: 'lead.captured', created_at: at(ms), data: {} })
    log.sort((left, right) => (left.created_at < right.created_at ? 1 : -1))
  }
  const request = async ({ query }: { query: { created_since?: string; limit: number } }) => {
    const { created_since: since = '', limit } = query
    const data = log.filter(({ created_at }) => created_at >= since).slice(0, limit)
    return { data, next_cursor: null }
  }
  add('before', 0)
  const stopped = new AbortController()
  const { signal } = stopped
  const client = { request } as unknown as Client
  const events = await followEvents({ client, signal })
  add('ahead', 1_000)
  expect((await events.next()).value).toMatchObject({ id: 'ahead' })
  add('late', 400)
  expect((await events.next()).value).toMatchObject({ id: 'late' })
  stopped.abort()
  expect(await events.next()).toEqual({ value: undefined, done: true })
})
