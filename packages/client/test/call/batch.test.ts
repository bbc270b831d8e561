import { describe, expect, test } from 'vitest'
import type { BatchResult, Contact } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { heldFetch } from '../support/manual-fetch.ts'
import { clientOf, json, type Reply, refusal, startServer } from '../support/scripted-server.ts'
import { openWorkspace } from '../testing/open-workspace.ts'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `row-${index}@example.com` }))

describe('a batch', () => {
  test('of four times the rate limit loses no row, and writes each row once', async () => {
    const { client, requests } = await openWorkspace({ plan: 'adapt' })
    const { failures, succeeded } = await client.batch(
      rowsOf(480),
      (row, call) => client.contacts.upsert(row, call),
      { concurrency: 16 },
    )
    expect({ succeeded, failures }).toEqual({ succeeded: 480, failures: [] })
    expect(requests).toHaveLength(480)
    expect(requests.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('reports the rows that failed, and continues with the others', async () => {
    const reply: Reply = (response, request) => {
      const isThird = String(request.headers['idempotency-key']).endsWith('-2')
      return (isThird ? refusal(400, 'invalid_request') : json({ id: 'ct_1' }))(response, request)
    }
    const client = clientOf(await startServer(reply))
    const results: BatchResult<{ email: string }, Contact>[] = []
    const { succeeded, failures } = await client.batch(
      rowsOf(5),
      (row, call) => client.contacts.upsert(row, call),
      { concurrency: 1, onResult: (result) => results.push(result) },
    )
    expect(succeeded).toBe(4)
    expect(failures).toMatchObject([{ index: 2, row: { email: 'row-2@example.com' } }])
    expect(failures[0]?.error).toMatchObject({ code: 'invalid_request' })
    expect(results.map(({ index, ok }) => [index, ok])).toEqual([
      [0, true],
      [1, true],
      [2, false],
      [3, true],
      [4, true],
    ])
  })

  test('resumes at the first row whose token was not stored, with the same idempotency key', async () => {
    const server = await startServer(json({ id: 'ct_1' }))
    const client = clientOf(server)
    let storedToken: string | undefined
    const work = (row: { email: string }, call: object) => client.contacts.upsert(row, call)
    const crash = new Error('the process ended')
    const stopped = client.batch(rowsOf(10), work, {
      concurrency: 1,
      onResult({ index, resumeToken }) {
        if (index === 4) throw crash
        storedToken = resumeToken
      },
    })
    expect(await failureOf(stopped)).toBe(crash)
    const report = await client.batch(rowsOf(10), work, { concurrency: 1, resume: storedToken })
    expect(report.succeeded).toBe(6)
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(11)
    expect(keys[5]).toBe(keys[4])
    expect(new Set(keys).size).toBe(10)
  })

  test('keeps as many calls in progress as allowed, over rows that arrive one by one', async () => {
    const network = heldFetch(() => Response.json({ id: 'ct_1' }))
    const client = clientOver(network.fetch)
    async function* stream() {
      yield* rowsOf(7)
    }
    const batch = client.batch(stream(), (row, call) => client.contacts.upsert(row, call), {
      concurrency: 3,
    })
    await network.arrived(3)
    expect(network.open).toHaveLength(3)
    while (network.paths.length < 7 || network.open.length > 0) {
      network.open[0]?.answer()
      await new Promise(setImmediate)
    }
    expect((await batch).succeeded).toBe(7)
    expect(network.mostOpen()).toBe(3)
  })

  test('closes the iterator of its rows when it ends early', async () => {
    const client = clientOf(await startServer(refusal(401, 'invalid_api_key')))
    let isClosed = false
    function* rows() {
      try {
        for (;;) yield { email: 'ada@example.com' }
      } finally {
        isClosed = true
      }
    }
    const batch = client.batch(rows(), (row, call) => client.contacts.upsert(row, call))
    expect(await failureOf(batch)).toMatchObject({ code: 'invalid_api_key' })
    expect(isClosed).toBe(true)
  })

  test('reports why it ended, even if the iterator of its rows cannot be closed', async () => {
    const client = clientOf(await startServer(refusal(401, 'invalid_api_key')))
    async function* rows() {
      try {
        for (const row of rowsOf(10)) yield row
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: an iterator of the caller may throw here
        throw new Error('The file could not be closed.')
      }
    }
    const batch = client.batch(rows(), (row, call) => client.contacts.upsert(row, call), {
      concurrency: 1,
    })
    expect(await failureOf(batch)).toMatchObject({ code: 'invalid_api_key' })
  })

  test('ends at the first refusal that every further row would get', async () => {
    const server = await startServer(refusal(403, 'insufficient_scope'))
    const client = clientOf(server)
    const batch = client.batch(rowsOf(100), (row, call) => client.contacts.upsert(row, call), {
      concurrency: 1,
    })
    expect(await failureOf(batch)).toMatchObject({ code: 'insufficient_scope' })
    expect(server.seen).toHaveLength(1)
  })

  test.each([0, 1])('starts no row after its signal has aborted, at row %i', async (abortedAt) => {
    const controller = new AbortController()
    function* rows() {
      for (const [index, row] of rowsOf(3).entries()) {
        if (index === abortedAt) controller.abort()
        yield row
      }
    }
    let startedRows = 0
    const work = async () => {
      startedRows += 1
    }
    const options = { concurrency: 1, signal: controller.signal }
    const batch = clientOver(undefined).batch(rows(), work, options)
    expect(await failureOf(batch)).toMatchObject({ code: 'aborted' })
    expect(startedRows).toBe(abortedAt)
  })

  test('does not report the abort of its last row as a failure of that row', async () => {
    const network = heldFetch()
    const client = clientOver(network.fetch)
    const controller = new AbortController()
    const failure = failureOf(
      client.batch(rowsOf(1), (row, call) => client.contacts.upsert(row, call), {
        signal: controller.signal,
      }),
    )
    await network.arrived(1)
    controller.abort()
    expect(await failure).toMatchObject({ code: 'aborted' })
  })

  test('ends with an error that is not from a call, and reports a row whose call had no answer', async () => {
    const client = clientOver(() => Promise.reject(new Error('no network')), { maxRetries: 0 })
    const mistake = new TypeError('row.emial is not a function')
    const mistakenBatch = client.batch(rowsOf(1), () => Promise.reject(mistake))
    expect(await failureOf(mistakenBatch)).toBe(mistake)
    const report = await client.batch(rowsOf(1), (row, call) => client.contacts.upsert(row, call))
    expect(report).toMatchObject({
      succeeded: 0,
      failures: [{ index: 0, error: { code: 'connection_failed' } }],
    })
  })

  test('resumes from a position of several digits', async () => {
    const startedEmails: string[] = []
    await clientOver(undefined).batch(
      rowsOf(13),
      async ({ email }) => {
        startedEmails.push(email)
      },
      { resume: 'b1:import:12' },
    )
    expect(startedEmails).toEqual(['row-12@example.com'])
  })

  test.each(['', 'r1::', 'xb1:import:3', 'b1:import:3x', 'b1::3', 'b1:import:'])(
    'does not resume from %j',
    async (resume) => {
      const batch = clientOver(undefined).batch([], async () => {}, { resume })
      expect(await failureOf(batch)).toMatchObject({ code: 'invalid_argument' })
    },
  )

  test('needs a concurrency of at least 1', async () => {
    const batch = clientOver(undefined).batch([], async () => {}, { concurrency: 0 })
    expect(await failureOf(batch)).toMatchObject({
      code: 'invalid_option',
      message: 'concurrency must be a whole number from 1',
    })
  })
})
