import { describe, expect, test } from 'vitest'
import type { Logger, LogRecord } from '../src/index.ts'
import { failureOf } from './failure-of.ts'
import { clientOf, json, page, refusal, startServer } from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'

function recorder() {
  const records: (LogRecord & { level: string })[] = []
  const at = (level: string) => (record: LogRecord) => void records.push({ level, ...record })
  const logger: Logger = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
  return { logger, records }
}

describe('a logger', () => {
  test('is told of attempts, waits and the failure', async () => {
    const { logger, records } = recorder()
    const server = await startServer(page(503), refusal(500, 'internal_error'))
    const client = clientOf(server, { logger, clock: createTestClock(), maxRetries: 1 })
    await failureOf(client.contacts.update('ct_private', { company: 'private' }))
    const call = { operation: 'contacts.update', method: 'PATCH', path: '/contacts/{id}' }
    expect(records).toMatchObject([
      { ...call, level: 'debug', event: 'attempt', attempt: 1, status: 503 },
      { ...call, level: 'info', event: 'retry', attempt: 1, code: 'response_unexpected' },
      { ...call, level: 'debug', event: 'attempt', attempt: 2, status: 500 },
      { ...call, level: 'error', event: 'failure', attempt: 2, code: 'internal_error' },
    ])
    expect(records[1]?.delayMs).toBeLessThanOrEqual(250)
    expect(JSON.stringify(records)).not.toMatch(/private|dk_test_secret/)
  })

  test('is not told as a failure what the caller is to handle', async () => {
    const { logger, records } = recorder()
    const server = await startServer(refusal(404, 'not_found'))
    await failureOf(clientOf(server, { logger }).contacts.get('ct_1'))
    expect(records.map(({ event }) => event)).toEqual(['attempt'])
  })

  test('is warned once when another version answers', async () => {
    const { logger, records } = recorder()
    const server = await startServer(json({}, 200, { 'service-version': '2027-01-01' }))
    const client = clientOf(server, { logger })
    await client.me.get()
    await client.me.get()
    await client.me.get({ version: '2027-01-01' })
    expect(records.filter(({ event }) => event === 'version')).toMatchObject([
      { level: 'warn', version: '2027-01-01', operation: 'me.get' },
    ])
  })

  test('that throws changes no call', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const logger = { debug: fail, info: fail, warn: fail, error: fail }
    const server = await startServer(page(503), json({ object: 'api_key_identity' }))
    const client = clientOf(server, { logger, clock: createTestClock() })
    expect(await client.me.get()).toEqual({ object: 'api_key_identity' })
  })
})
