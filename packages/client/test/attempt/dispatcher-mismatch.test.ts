import { afterEach, expect, test, vi } from 'vitest'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The error of a call whose `fetch` rejects with this value. */
function failureWhen(rejection: unknown): Promise<unknown> {
  return failureOf(clientOver(() => Promise.reject(rejection), { maxRetries: 0 }).me.get())
}

/** The rejection of `fetch` with the message of a dispatcher. */
function fetchFailure(message: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(message) })
}

test('a fetch that rejects with a value other than an error is a failed connection', async () => {
  for (const value of [undefined, null, '', {}]) {
    const error = await failureWhen(value)
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection_failed' })
    expect(Object(error).cause).toBe(value)
  }
})

test('a dispatcher of another undici is recognized by the whole message of the error', async () => {
  const mismatch = { code: 'dispatcher_mismatch', retryable: false }
  expect(await failureWhen(fetchFailure('invalid onRequestStart method'))).toMatchObject(mismatch)
  for (const other of ['an invalid onError method', 'invalid onError method call']) {
    expect(await failureWhen(fetchFailure(other))).toMatchObject({ code: 'connection_failed' })
  }
})

test('a dispatcher of another undici is recognized even without the global `process`', async () => {
  vi.stubGlobal('process', undefined)
  const error = await failureWhen(fetchFailure('invalid onRequestStart method'))
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ code: 'dispatcher_mismatch' })
})
