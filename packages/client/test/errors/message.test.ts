import { describe, expect, test } from 'vitest'
import { type ClientOptions, DoorkitError } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'

const problem = {
  title: 'Not found',
  code: 'not_found',
  detail: 'There is no such contact in this workspace.',
  request_id: 'req_7',
}

/** A fetch that refuses everything with a problem document. */
function refusingFetch(status: number, document: object = problem, headers = {}) {
  const type = { 'content-type': 'application/problem+json' }
  return async () => Response.json(document, { status, headers: { ...type, ...headers } })
}

const failIfSent: ClientOptions['fetch'] = () => expect.fail('a request was sent')

describe('the message of an error', () => {
  test('has the operation, id, sentence, code and request id', async () => {
    const error = await failureOf(clientOver(refusingFetch(404)).contacts.get('ct_1'))
    expect(`${error}`).toBe(
      'ApiError: contacts.get ct_1: There is no such contact in this workspace. (not_found, req_7)',
    )
    expect(JSON.parse(JSON.stringify(error)).message).toBe((error as Error).message)
  })

  test('has both ids of a path, and the name of the client', async () => {
    const client = clientOver(refusingFetch(404), { name: 'acme' })
    const error = await failureOf(client.webhookEndpoints.redeliver('we_1', 'whd_2'))
    expect(error).toMatchObject({
      client: 'acme',
      message:
        'webhookEndpoints.redeliver we_1 whd_2: There is no such contact in this workspace. (not_found, req_7, client acme)',
    })
  })

  test('has the host, if the API did not answer', async () => {
    const fetch = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
    const error = await failureOf(clientOver(fetch, { maxRetries: 0 }).me.get())
    expect((error as Error).message).toBe(
      'me.get: No answer came from the server (ECONNREFUSED). Check baseUrl and the network. (connection_failed, api.example.com/v1)',
    )
  })

  test('has the operation, reason and code if the client refuses the call itself', async () => {
    const error = await failureOf(clientOver(failIfSent).contacts.get('ct_1', { timeout: -1 }))
    expect((error as Error).message).toMatch(
      /^contacts\.get: timeout must be .+ \(invalid_option\)$/,
    )
  })

  test('cuts a long sentence, and keeps the code and request id after it', async () => {
    const fetch = refusingFetch(404, { ...problem, detail: 'x'.repeat(5_000) })
    const { message } = (await failureOf(clientOver(fetch).contacts.get('ct_1'))) as Error
    expect(message).toBe(`contacts.get ct_1: ${'x'.repeat(600)} (not_found, req_7)`)
  })

  test("keeps the server's sentence whole, even if it starts with the name of the operation", async () => {
    const fetch = refusingFetch(400, { ...problem, detail: 'request is not valid.' })
    const { message } = (await failureOf(
      clientOver(fetch).request({ method: 'GET', path: '/contacts' }),
    )) as Error
    expect(message).toBe('request: request is not valid. (not_found, req_7)')
  })

  test.each([
    ['a line of a log', 'gone\n[INFO] all is well'],
    ['a command to a terminal', '\u001b[2J'],
    ['a text as long as a page', 'x'.repeat(5_000)],
    ['nothing', ''],
  ])('is short and on one line if the code cannot be from the API: %s', async (_name, code) => {
    const error = await failureOf(clientOver(refusingFetch(404, { ...problem, code })).me.get())
    expect(error).toMatchObject({ name: 'ResponseError', code: 'response_unexpected' })
    expect((error as Error).message).not.toMatch(/\p{Cc}|x{201}/u)
  })

  test('stays on one line, whatever the id of the request', async () => {
    const fetch = refusingFetch(404, { ...problem, request_id: 'req_7\n[INFO] all is well' })
    const { message } = (await failureOf(clientOver(fetch).me.get())) as Error
    expect(message).toMatch(/\(not_found, req_7 \[INFO\] all is well\)$/)
  })
})

describe('an API key that the server refuses', () => {
  const document = { ...problem, code: 'invalid_api_key', detail: 'This key is not valid.' }

  test('is identified by its last four characters', async () => {
    const client = clientOver(refusingFetch(401, document), {
      apiKey: 'dk_live_0123456789abcdWXYZ',
    })
    const error = await failureOf(client.me.get())
    expect((error as Error).message).toBe(
      'me.get: This key is not valid. The API key that was sent ends in WXYZ. (invalid_api_key, req_7)',
    )
    expect(JSON.stringify(error)).not.toContain('dWXYZ')
  })

  test('is identified as it was sent, whether a function or a middleware sets it', async () => {
    const keys = ['dk_live_0123456789AAAA', 'dk_live_0123456789BBBB']
    const client = clientOver(refusingFetch(401, document), { apiKey: () => keys.shift() ?? '' })
    const failures = await Promise.all([failureOf(client.me.get()), failureOf(client.me.get())])
    expect(`${failures[0]}`).toContain('ends in AAAA.')
    expect(`${failures[1]}`).toContain('ends in BBBB.')
    const own = clientOver(refusingFetch(401, document), {
      middleware: [
        (request, next) => {
          const authorization = 'Bearer dk_live_0123456789CCCC'
          return next({ ...request, headers: { ...request.headers, authorization } })
        },
      ],
    })
    expect(`${await failureOf(own.me.get())}`).toContain('ends in CCCC.')
  })

  test.each(['dk_test_abc', 'dk_live_abcd', 'dk_live_0123abcd'])(
    'is not shown if it is so short that four characters would help to guess it: %s',
    async (apiKey) => {
      const client = clientOver(refusingFetch(401, document), { apiKey })
      expect(`${await failureOf(client.me.get())}`).not.toContain('abc')
    },
  )

  test('is not shown if a middleware sends a password instead', async () => {
    const authorization = `Basic ${btoa('ada:correct horse battery staple')}`
    const client = clientOver(refusingFetch(401, document), {
      middleware: [
        (request, next) => next({ ...request, headers: { ...request.headers, authorization } }),
      ],
    })
    expect(`${await failureOf(client.me.get())}`).not.toContain('ends in')
  })

  test('is not shown if something else is refused', async () => {
    const otherDocument = { ...document, code: 'insufficient_scope' }
    const client = clientOver(refusingFetch(403, otherDocument), {
      apiKey: 'dk_live_0123456789abcdWXYZ',
    })
    expect(`${await failureOf(client.me.get())}`).not.toContain('WXYZ')
  })
})

describe('an id', () => {
  test.each([
    ['mtg_123', 'mtg_123 is a meeting id.'],
    ['evt_1', 'evt_1 is an event id.'],
    ['we_1', 'we_1 is a webhook endpoint id.'],
    ['mtg_ada@example.com', 'mtg_… is a meeting id.'],
  ])('of another kind is refused before it is sent: %s', async (id, explanation) => {
    const error = await failureOf(clientOver(failIfSent).contacts.get(id))
    expect(error).toBeInstanceOf(DoorkitError)
    expect(error).toMatchObject({
      code: 'invalid_argument',
      message: `contacts.get: ${explanation} Pass a contact id (ct_…). (invalid_argument)`,
      attempts: 0,
    })
  })

  test('of another kind is refused in the second position too', async () => {
    const call = clientOver(failIfSent).webhookEndpoints.redeliver('we_1', 'evt_2')
    expect(`${await failureOf(call)}`).toContain(
      'webhookEndpoints.redeliver: evt_2 is an event id. Pass a webhook delivery id (whd_…).',
    )
  })

  test.each(['ada@example.com', 'crm-7', '+43 660 1234567', 'constructor'])(
    'that does not look like an id is sent, and shown in no message: %s',
    async (id) => {
      const paths: string[] = []
      const fetch: ClientOptions['fetch'] = async (url) => {
        paths.push(new URL(url).pathname)
        return refusingFetch(404)()
      }
      const error = await failureOf(clientOver(fetch).contacts.get(id))
      expect(paths).toEqual([`/v1/contacts/${encodeURIComponent(id)}`])
      expect((error as Error).message).toMatch(/^contacts\.get: There is no such/)
      expect((error as Error).stack).not.toContain(id === 'constructor' ? `${id}:` : id)
    },
  )

  test('with characters that no id can have is shown only by its prefix', async () => {
    const error = await failureOf(clientOver(refusingFetch(404)).contacts.get('ct_ada@example.com'))
    expect((error as Error).message).toMatch(/^contacts\.get ct_…: There is/)
    expect(JSON.stringify(error)).not.toContain('ada@')
  })
})
