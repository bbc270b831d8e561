import { expect, test } from 'vitest'
import { createClient, type Logger, type LogRecord } from '../../src/index.ts'
import { nextTick } from '../support/next-tick.ts'
import { budget, clientOf, json, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'
import { openWorkspace } from '../testing/open-workspace.ts'

async function openWithBudgetUsedUp() {
  const workspace = await openWorkspace({ plan: 'adapt' })
  const records: LogRecord[] = []
  const ignore = () => {}
  const info = (record: LogRecord) => void records.push(record)
  const logger: Logger = { debug: ignore, info, warn: ignore, error: ignore }
  const client = createClient({ ...workspace.connection, logger, waitForRateLimit: true })
  const { remaining } = (await client.me.get().withMeta()).meta.rateLimit ?? { remaining: 0 }
  for (let left = remaining; left > 0; left--) await client.me.get()
  return { ...workspace, client, records }
}

test('a wait for the budget is logged at its start, every ten seconds and at its end', async () => {
  const { client, records } = await openWithBudgetUsedUp()
  expect(records).toEqual([])
  await Promise.all([client.me.get(), client.workspace.get(), client.me.get()])
  const [begin, ...rest] = records
  const end = rest.pop()
  expect(begin).toMatchObject({ event: 'wait', operation: 'me.get', durationMs: 0 })
  const seconds = Math.ceil((begin?.delayMs ?? 0) / 1_000)
  expect(seconds).toBeGreaterThan(20)
  expect(begin?.message).toBe(
    `me.get: waits for the budget of the API key, ${seconds} s more; calls that wait: 1`,
  )
  expect(rest.map(({ durationMs }) => durationMs)).toEqual(
    Array.from({ length: Math.floor((seconds - 1) / 10) }, (_, at) => (at + 1) * 10_000),
  )
  expect(rest[0]?.message).toContain('calls that wait: 3')
  expect(end).toMatchObject({ event: 'wait', durationMs: begin?.delayMs })
  expect(end).not.toHaveProperty('delayMs')
  expect(end?.message).toMatch(/waited \d+ s for the budget of the API key$/)
})

test('a batch that waits for the budget logs only its waits, and nothing of its rows', async () => {
  const { client, records } = await openWithBudgetUsedUp()
  const rows = Array.from({ length: 20 }, (_, at) => ({ email: `row-${at}@example.com` }))
  await client.batch(rows, (row, call) => client.contacts.upsert(row, call), { concurrency: 4 })
  expect(records.length).toBeGreaterThan(2)
  expect(records.every(({ event }) => event === 'wait')).toBe(true)
  expect(records.at(-2)?.message).toContain('calls that wait: 4')
  expect(JSON.stringify(records)).not.toContain('example.com')
})

test('an aborted wait is logged as ended, and leaves no timer', async () => {
  const clock = createTestClock()
  const records: LogRecord[] = []
  const info = (record: LogRecord) => void records.push(record)
  const server = await startServer(json({}, 200, budget(0, 30)))
  const client = clientOf(server, {
    waitForRateLimit: true,
    logger: { debug() {}, info, warn() {}, error() {} },
    // A clock that does not skip this wait.
    clock: { ...clock, setTimeout: (wake, delayMs) => clock.setTimeout(wake, delayMs, 'limit') },
  })
  await client.me.get()
  const controller = new AbortController()
  const waitingCall = client.me.get({ signal: controller.signal }).safe()
  await nextTick()
  expect(records.map(({ event, delayMs }) => [event, delayMs])).toEqual([['wait', 30_000]])
  controller.abort()
  expect(await waitingCall).toMatchObject({ error: { code: 'aborted' } })
  expect(records.at(-1)?.message).toBe('me.get: waited 0 s for the budget of the API key')
  expect(clock.pending()).toBe(0)
})
