import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type CallOptions,
  type ClientOptions,
  createClient,
  type RawRequest,
} from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { createTestClock } from '../support/test-clock.ts'

/** Answers everything, and records the requests. */
function recorder() {
  const seen: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = []
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, { headers }) => {
    seen.push({ url, headers: headers as Record<string, string> })
    return Response.json({ id: 'ct_1' })
  }
  return { fetch, seen }
}

/** Values that plain JavaScript may pass, although the types forbid them. */
const untyped = <Options>(options: Record<string, unknown>) => options as Options

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an error thrown by an accessor in the input is passed on unchanged', async () => {
  const mistake = new TypeError('the form has no limit')
  const query = {
    get limit(): number {
      throw mistake
    },
  }
  expect(await failureOf(clientOver(recorder().fetch).contacts.list(query))).toBe(mistake)
  expect(Object.keys(mistake)).toEqual([])
})

describe('an option that is null counts as left out:', () => {
  const names = [
    'clock',
    'deadline',
    'fetch',
    'headers',
    'idleTimeout',
    'logger',
    'middleware',
    'random',
    'timeout',
    'version',
  ]
  test.each(names)('%s of a client', async (name) => {
    const { fetch, seen } = recorder()
    vi.stubGlobal('fetch', fetch)
    const client = clientOver(fetch, untyped({ [name]: null }))
    expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
    expect(seen[0]?.headers['service-version']).toMatch(/^\d{4}-/)
  })

  test.each(['deadline', 'headers', 'signal', 'timeout', 'version'])(
    '%s of a call',
    async (name) => {
      const { fetch, seen } = recorder()
      const options = untyped<CallOptions>({ [name]: null })
      await clientOver(fetch, { clock: createTestClock() }).contacts.get('ct_1', options)
      expect(seen[0]?.headers['service-version']).toMatch(/^\d{4}-/)
    },
  )

  test('the API key of a client, which then comes from the environment', async () => {
    vi.stubEnv('DOORKIT_API_KEY', 'dk_test_other')
    const { fetch, seen } = recorder()
    await clientOver(fetch, untyped({ apiKey: null })).me.get()
    vi.unstubAllEnvs()
    expect(seen[0]?.headers.authorization).toBe('Bearer dk_test_other')
  })
})

test('the API key and the address may be accessors of a class', async () => {
  const { fetch, seen } = recorder()
  class Settings {
    get apiKey() {
      return 'dk_test_own'
    }
    get baseUrl() {
      return 'https://own.example/v1'
    }
    fetch = fetch
  }
  await createClient(new Settings()).me.get()
  expect(seen[0]?.url).toBe('https://own.example/v1/me')
  expect(seen[0]?.headers.authorization).toBe('Bearer dk_test_own')
})

describe('an option that a condition made falsy counts as left out:', () => {
  test.each([false, 0, ''])('a logger that is %j', async (logger) => {
    const { fetch } = recorder()
    expect(await clientOver(fetch, untyped({ logger })).contacts.get('ct_1')).toEqual({
      id: 'ct_1',
    })
  })

  test('middleware of a call that is false', async () => {
    const { fetch } = recorder()
    const options = untyped<CallOptions>({ middleware: false })
    expect(await clientOver(fetch).contacts.get('ct_1', options)).toEqual({ id: 'ct_1' })
  })
})

test('a function instead of a list of middleware is an error', async () => {
  const { fetch, seen } = recorder()
  const options = untyped<CallOptions>({ middleware: () => Response.json({}) })
  expect(await failureOf(clientOver(fetch).contacts.get('ct_1', options))).toBeInstanceOf(TypeError)
  expect(seen).toEqual([])
})

describe('headers', () => {
  test('may come from an iterator, which can be read only once', async () => {
    const { fetch, seen } = recorder()
    const client = clientOver(fetch, { headers: new Map([['X-Team', 'sales']]).entries() })
    await client.contacts.get('ct_1', { headers: new Headers({ 'x-trace': '1' }).entries() })
    expect(seen[0]?.headers).toMatchObject({ 'x-team': 'sales', 'x-trace': '1' })
  })

  test.each(['x-team:', 'x-team: sales', 'x:y'])('%j is not a valid name', async (name) => {
    const { fetch, seen } = recorder()
    expect(() => clientOver(fetch, { headers: { [name]: '1' } })).toThrow(JSON.stringify(name))
    const call = clientOver(fetch).contacts.get('ct_1', { headers: { [name]: '1' } })
    expect(await failureOf(call)).toMatchObject({ code: 'invalid_option' })
    expect(seen).toEqual([])
  })

  test('may name the content type, unless the body is JSON', async () => {
    const { fetch, seen } = recorder()
    const request: RawRequest = {
      method: 'POST',
      path: '/imports',
      headers: { 'Content-Type': 'text/csv' },
    }
    await clientOver(fetch).request(request)
    await clientOver(fetch).request({ ...request, body: {} })
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual([
      'text/csv',
      'application/json',
    ])
  })
})

test('a query list with undefined in it is refused, because a filter must not vanish', async () => {
  const { fetch, seen } = recorder()
  const query = { tag: ['a', undefined] } as unknown as NonNullable<CallOptions['query']>
  const call = clientOver(fetch).contacts.get('ct_1', { query })
  expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
  expect(seen).toEqual([])
})
