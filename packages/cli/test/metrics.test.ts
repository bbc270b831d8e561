import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { silentLogger } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { expect, onTestFinished, test } from 'vitest'
import { serveStore } from '../src/index.ts'
import { readMetricsAddress } from '../src/serve/read-address.ts'
import { runHere } from './support/terminal.ts'

const options = {
  ...{ host: '127.0.0.1', port: 0, keys: true, demo: false },
  ...{ allowPrivateWebhooks: false, allowPrivatePages: false },
  logger: silentLogger,
}

test('--metrics serves the metrics on their own port, until the server has stopped', async () => {
  const serving = await serveStore(memoryStore(), {
    ...options,
    metrics: { host: '127.0.0.1', port: 0 },
  })
  const url = serving.metricsUrl ?? ''
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const read = await fetch(url)
  expect(read.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
  const text = await read.text()
  expect(text).toContain('doorkit_store_reachable 1\n')
  expect(text).toMatch(/\n# EOF\n$/)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(url.replace('/metrics', '/v1/me'))).status).toBe(404)
  expect((await fetch(`${serving.origin}/metrics`)).status).toBe(404)
  await serving.close()
  await expect(fetch(url)).rejects.toThrow()
})

test('without --metrics no port serves the metrics', async () => {
  const serving = await serveStore(memoryStore(), options)
  onTestFinished(() => serving.close())
  expect(serving.metricsUrl).toBeNull()
  expect((await fetch(`${serving.origin}/metrics`)).status).toBe(404)
})

test('a metrics port that is in use is reported in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runHere(['serve', '--port', '0', '--metrics', String(port)])
  expect(code).toBe(1)
  expect(stderr).toBe(
    `127.0.0.1:${port} is in use: choose another port with --metrics, or a free one with --metrics 0.\n`,
  )
})

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::1]:0', { host: '::1', port: 0 }],
])('--metrics accepts %s', (value, address) => {
  expect(readMetricsAddress(value)).toEqual(address)
})

test.each(['on', '65536', '::1:9464', ':9464', 'localhost'])('--metrics %s is refused', (value) => {
  expect(() => readMetricsAddress(value)).toThrow('--metrics must be a port')
})
