import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, test } from 'vitest'
import { ConnectionError } from '../../src/index.ts'
import { localhost } from '../support/certificate.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { listen } from '../support/listen.ts'
import { clientOf } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

test('a refused connection is a ConnectionError with the native cause', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const origin = `http://127.0.0.1:${port}`
  const client = clientOf({ origin }, { clock: createTestClock() })
  const error = await failureOf(client.me.get())
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ code: 'connection_failed', attempts: 3, cause: expect.any(Error) })
  expect((error as ConnectionError).message).toContain('ECONNREFUSED')
})

test('a call over a real connection is not retried if the certificate is untrusted', async () => {
  const port = await listen(createTlsServer(localhost))
  const client = clientOf({ origin: `https://127.0.0.1:${port}` }, { clock: createTestClock() })
  expect(await failureOf(client.me.get())).toMatchObject({ code: 'tls_failed', attempts: 1 })
})

test.each([
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
])('a call whose connection fails with %s is not retried', async (code) => {
  const untrusted = Object.assign(new Error('not trusted'), { code })
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: untrusted }))
  const client = clientOver(fetch, { clock: createTestClock() })
  const error = await failureOf(client.me.get())
  expect(error).toMatchObject({ code: 'tls_failed', attempts: 1, retryable: false })
})
