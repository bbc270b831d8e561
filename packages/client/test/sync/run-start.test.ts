import { createDoorkit, memoryStore } from '@doorkit/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/index.ts'
import { syncChanges } from '../../src/sync/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, startServer } from '../support/scripted-server.ts'

describe('the start of a run', () => {
  const emptyPage = { object: 'list', data: [], has_more: false, next_cursor: null }
  const date = 'Mon, 12 Oct 2026 09:30:10 GMT'

  test("is in the server's time, whatever the local clock says", async () => {
    const client = clientOf(await startServer(json(emptyPage, 200, { date })))
    const onBatch = () => {}
    const { checkpoint } = await syncChanges(client.contacts, { onBatch, overlap: 0 })
    const begunAt = Date.parse(checkpoint.since ?? '')
    expect(begunAt).toBeLessThanOrEqual(Date.parse(date))
    expect(begunAt).toBeGreaterThan(Date.parse(date) - 5_000)
  })

  test('is earlier than the date of the answer by the duration of the call', async () => {
    // The server cannot have read its list before it received the request.
    let now = 0
    const client = clientOf(
      await startServer((response, request) => {
        now += 3_000
        json(emptyPage, 200, { date })(response, request)
      }),
    )
    const settings = { onBatch: () => {}, overlap: 0, clock: { now: () => now } }
    const { checkpoint } = await syncChanges(client.contacts, settings)
    expect(Date.parse(checkpoint.since ?? '')).toBe(Date.parse(date) - 3_000)
  })

  test('is the time of the first page, not of the last', async () => {
    const later = { date: 'Mon, 12 Oct 2026 09:45:00 GMT' }
    const firstPage = { ...emptyPage, has_more: true, next_cursor: 'next' }
    const server = await startServer(
      json({}),
      json(firstPage, 200, { date }),
      json(emptyPage, 200, later),
    )
    const { checkpoint } = await syncChanges(clientOf(server).contacts, { onBatch: () => {} })
    expect(Date.parse(checkpoint.since ?? '')).toBeLessThanOrEqual(Date.parse(date))
  })

  test('needs the option `now` if answers have no Date', async () => {
    const doorkit = createDoorkit({ store: memoryStore() })
    onTestFinished(() => doorkit.close())
    const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
    const key = await doorkit.keys.create({ workspace: id, name: 'K', access: 'full_access' })
    const client = createClient({
      apiKey: key.secret,
      baseUrl: 'http://localhost/v1',
      fetch: doorkit.fetch,
    })
    const onBatch = () => {}
    const failure = await failureOf(syncChanges(client.contacts, { onBatch }))
    expect(failure).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('`now`'),
    })
    const beforeMs = Date.now()
    const settings = { onBatch, overlap: 1_000, now: Date.now }
    const { checkpoint } = await syncChanges(client.contacts, settings)
    const begunAt = Date.parse(checkpoint.since ?? '')
    expect(begunAt).toBeGreaterThanOrEqual(beforeMs - 1_000)
    expect(begunAt).toBeLessThanOrEqual(Date.now() - 1_000)
  })
})
