import { describe, expect, test } from 'vitest'
import type { Logger, LogRecord } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, page, refusal, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

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
  test('gets attempts, retries and the failure', async () => {
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

  test("gets an attempt that had no answer, and an answer that is not the API's", async () => {
    const { logger, records } = recorder()
    const replies = [() => Promise.reject(new Error('no network')), async () => new Response('Hi')]
    const fetch = () => replies.shift()?.() ?? expect.fail('a third request')
    const client = clientOver(fetch, { logger, maxRetries: 0 })
    for (const code of ['connection_failed', 'response_not_json']) {
      expect(await failureOf(client.me.get())).toMatchObject({ code })
    }
    expect(records.map(({ message }) => message)).toEqual([
      'me.get: had no answer',
      'me.get: failed with connection_failed',
      'me.get: answered 200',
      'me.get: failed with response_not_json',
    ])
  })

  test('gets no failure if the API refuses the request for good', async () => {
    const { logger, records } = recorder()
    const server = await startServer(refusal(404, 'not_found'))
    await failureOf(clientOf(server, { logger }).contacts.get('ct_1'))
    expect(records.map(({ event }) => event)).toEqual(['attempt'])
  })

  test('is warned once when the server answers with another version', async () => {
    const { logger, records } = recorder()
    const server = await startServer(json({}, 200, { 'service-version': '2027-01-01' }))
    const client = clientOf(server, { logger })
    await client.me.get({ version: '2027-01-01' })
    expect(records.map(({ event }) => event)).toEqual(['attempt'])
    await client.me.get()
    await client.me.get()
    expect(records.filter(({ event }) => event === 'version')).toMatchObject([
      { level: 'warn', version: '2027-01-01', operation: 'me.get' },
    ])
  })

  test('is warned once for each deprecated operation', async () => {
    const { logger, records } = recorder()
    const endHeaders = { deprecation: '@1790000000', sunset: 'Sat, 01 May 2027 00:00:00 GMT' }
    const server = await startServer(
      json({}, 200, endHeaders),
      json({}, 200, endHeaders),
      json({}, 200, { deprecation: '@1790000000' }),
      json({}, 404, { sunset: 'x'.repeat(5_000) }),
    )
    const client = clientOf(server, { logger })
    await client.me.get()
    await client.me.get()
    await client.contacts.get('ct_1')
    await failureOf(client.meetings.get('mtg_1'))
    const warnings = records.filter(({ level }) => level === 'warn')
    expect(warnings).toMatchObject([
      {
        event: 'deprecation',
        message: `me.get: may stop working on ${endHeaders.sunset}`,
        operation: 'me.get',
        path: '/me',
        ...endHeaders,
      },
      { message: 'contacts.get: is deprecated', deprecation: '@1790000000' },
      { operation: 'meetings.get', sunset: 'x'.repeat(100) },
    ])
    expect(warnings[1]).not.toHaveProperty('sunset')
  })

  test('gets only the failure of a request that times out in the queue', async () => {
    const { logger, records } = recorder()
    const server = await startServer(() => {})
    const client = clientOf(server, { logger, maxConcurrent: 1, maxRetries: 0 })
    const first = new AbortController()
    const calls = [failureOf(client.me.get({ signal: first.signal }))]
    await server.arrived(1)
    await failureOf(client.contacts.get('ct_1', { queueTimeout: 20 }))
    first.abort()
    await Promise.all(calls)
    expect(records).toMatchObject([
      { event: 'failure', operation: 'contacts.get', code: 'queue_timeout', attempt: 0 },
      { event: 'attempt', operation: 'me.get', code: 'aborted' },
    ])
  })

  test('that throws does not affect the call', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const logger = { debug: fail, info: fail, warn: fail, error: fail }
    const server = await startServer(page(503), json({ object: 'api_key_identity' }))
    const client = clientOf(server, { logger, clock: createTestClock() })
    expect(await client.me.get()).toEqual({ object: 'api_key_identity' })
  })
})
