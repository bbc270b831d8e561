import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, page, startServer } from '../support/scripted-server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('the environment', () => {
  test('is checked by the first call, so a program can be built without secrets', async () => {
    vi.stubEnv('DOORKIT_API_KEY', undefined)
    vi.stubEnv('DOORKIT_BASE_URL', undefined)
    const client = createClient()
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('DOORKIT_BASE_URL'),
    })
    const server = await startServer(json({}))
    vi.stubEnv('DOORKIT_BASE_URL', `${server.origin}/v1`)
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('DOORKIT_API_KEY'),
      attempts: 0,
      history: [],
      stack: expect.not.stringContaining('attempts'),
    })
    vi.stubEnv('DOORKIT_API_KEY', 'dk_test_late')
    await client.me.get()
    vi.stubEnv('DOORKIT_API_KEY', 'dk_test_of_another_workspace')
    await client.me.get()
    const keys = server.seen.map(({ headers }) => headers.authorization)
    expect(keys).toEqual(['Bearer dk_test_late', 'Bearer dk_test_late'])
  })

  test.each([undefined, ''])(
    'is not used when a function returns %j as its API key',
    async (key) => {
      vi.stubEnv('DOORKIT_API_KEY', 'dk_test_of_another_workspace')
      const server = await startServer(json({}))
      const client = clientOf(server, { apiKey: () => key as string })
      expect(await failureOf(client.me.get())).toMatchObject({ code: 'invalid_option' })
      expect(server.seen).toEqual([])
    },
  )

  test.each([
    ['debug', 1],
    ['error', 0],
    ['nonsense', 0],
  ])(
    'with DOORKIT_LOG=%s makes one call write %i debug records to the console',
    async (level, recordCount) => {
      vi.stubEnv('DOORKIT_LOG', level)
      const debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
      await clientOf(await startServer(json({}))).me.get()
      expect(debug).toHaveBeenCalledTimes(recordCount)
    },
  )
})

describe('an API key from a function', () => {
  test('is requested for every request, synchronously or not', async () => {
    const server = await startServer(json({}))
    const keys = ['dk_test_one', 'dk_test_two']
    const withSyncFunction = clientOf(server, { apiKey: () => keys.shift() ?? 'dk_test_last' })
    await withSyncFunction.me.get()
    await withSyncFunction.me.get()
    await clientOf(server, { apiKey: async () => 'dk_test_async' }).me.get()
    const sentHeaders = server.seen.map(({ headers }) => headers.authorization)
    expect(sentHeaders).toEqual(['one', 'two', 'async'].map((name) => `Bearer dk_test_${name}`))
  })

  test('is checked, and an error of the function ends the call', async () => {
    const server = await startServer(json({}))
    expect(await failureOf(clientOf(server, { apiKey: () => 'a b' }).me.get())).toMatchObject({
      code: 'invalid_option',
    })
    const withSiteKey = clientOf(server, { apiKey: () => 'pk_live_of_a_page' })
    const message = expect.stringMatching(/^me\.get: apiKey is a site key\.(?!.*of_a_page)/)
    expect(await failureOf(withSiteKey.me.get())).toMatchObject({ code: 'invalid_option', message })
    const vaultError = new Error('the vault is closed')
    const client = clientOf(server, { apiKey: () => Promise.reject(vaultError) })
    expect(await failureOf(client.me.get())).toBe(vaultError)
    expect(server.seen).toEqual([])
  })
})

describe('the API key', () => {
  const key = 'dk_test_0123456789abcdef'
  const echoes = [
    json({ code: 'invalid_api_key', detail: `Unknown key ${key}.` }, 401, { 'x-echo': key }),
    page(502, `<p>authorization: Bearer ${key}</p>`),
    page(200, `cut off ${key.slice(0, -3)}`),
    json({ code: key }, 400, { 'x-request-id': key }),
    json('busy', 502, { 'content-type': `text/html; id=${key}` }),
    page(400, `{"code":"x","detail":"${key.replace('_', '\\u005f')}"}`),
  ]

  test.each([...echoes.keys()])(
    'is never shown when a server echoes it (case %#)',
    async (index) => {
      const echo = echoes[index] ?? expect.fail('no case')
      const client = clientOf(await startServer(echo), { apiKey: key, maxRetries: 0 })
      const error = await failureOf(client.me.get())
      const printedError = inspect(error, { depth: 9, showHidden: true, getters: true })
      const { body, meta, problem, stack } = error as { [member: string]: unknown }
      const shownValues = [
        printedError,
        inspect(error),
        JSON.stringify(error),
        stack,
        body,
        problem,
      ]
      const headers = [...((meta as { headers: Headers }).headers ?? [])]
      expect(inspect([...shownValues, headers], { depth: 9 })).not.toContain(key.slice(0, -3))
    },
  )

  test('is never shown when fetch throws it', async () => {
    const leak = new Error(`cannot send authorization: Bearer ${key}`)
    const client = clientOver(() => Promise.reject(leak), { apiKey: key, maxRetries: 0 })
    const error = await failureOf(client.me.get())
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key)
  })

  test.each(['its request', 'its request, which contains the error'])(
    'is never shown when a thrown error contains %s',
    async (content) => {
      const headers = { authorization: `Bearer ${key}` }
      const leak = Object.assign(new Error('reset'), { code: 'ECONNRESET', request: { headers } })
      if (content !== 'its request') Object.assign(leak.request, { error: leak })
      const client = clientOver(() => Promise.reject(leak), { apiKey: key, maxRetries: 0 })
      const error = await failureOf(client.me.get())
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key)
      expect(error).toMatchObject({ cause: { message: 'Error: reset', code: 'ECONNRESET' } })
    },
  )

  test('is never shown when a cause of a cause contains it', async () => {
    const leak = Object.assign(new Error(`No header Bearer ${key}`), { code: 'ECONNRESET' })
    const networkError = new Error('failed', { cause: new Error('closed', { cause: leak }) })
    const client = clientOver(() => Promise.reject(networkError), { apiKey: key, maxRetries: 0 })
    const error = await failureOf(client.me.get())
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key)
    expect(error).toMatchObject({ cause: { message: 'Error: failed', code: 'ECONNRESET' } })
  })
})

describe('http', () => {
  const validOptions = { apiKey: 'dk_test_secret' }

  test.each(['http://10.1.2.3/v1', 'http://api.internal/v1', 'http://doorkit:8080/v1'])(
    'to %s is allowed with allowInsecure',
    (baseUrl) => {
      expect(() => createClient({ ...validOptions, baseUrl })).toThrow(/allowInsecure/)
      expect(() => createClient({ ...validOptions, baseUrl, allowInsecure: true })).not.toThrow()
    },
  )

  test('to a public host is refused even with allowInsecure', () => {
    const baseUrl = 'http://api.example.com/v1'
    expect(() => createClient({ ...validOptions, baseUrl, allowInsecure: true })).toThrow(/https/)
  })
})
