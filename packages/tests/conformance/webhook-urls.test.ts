import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { WebhookEndpoint, WebhookTest } from './support/wire.ts'
import type { KnowledgeSource } from './support/wire-site.ts'

// This server sends webhooks to public addresses only, as in production. The servers whose webhooks
// other tests receive allow private ones.
const server = await startServer()
const { api } = server

const createEndpoint = (url: string) => api.post('/webhook_endpoints', { url, events: ['*'] })

async function expectRefused(urls: readonly string[]) {
  for (const url of urls) expectInvalid(await createEndpoint(url), 'url')
}

// docs/api.md#addresses-of-endpoints
test('a webhook URL that is not HTTPS is refused', async () => {
  await expectRefused([
    'http://hooks.example.com/in',
    'ws://hooks.example.com/in',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
  ])
})

test('a webhook URL with an IP address, in any notation, is refused', async () => {
  await expectRefused([
    'https://127.0.0.1/in',
    'https://10.0.0.1/in',
    'https://192.168.1.1/in',
    'https://169.254.169.254/latest/meta-data',
    'https://8.8.8.8/in',
    'https://2130706433/in',
    'https://0x7f000001/in',
    'https://0177.0.0.1/in',
    'https://127.1/in',
    'https://[::1]/in',
    'https://[::ffff:127.0.0.1]/in',
    'https://[2606:4700:4700::1111]/in',
    'https://0/in',
  ])
})

test('a webhook URL whose host is localhost, or ends in .localhost, .local or .internal, is refused', async () => {
  await expectRefused([
    'https://localhost/in',
    'https://LOCALHOST/in',
    'https://localhost./in',
    'https://hooks.localhost/in',
    'https://printer.local/in',
    'https://printer.local./in',
    'https://metadata.google.internal/in',
    'https://HOOKS.INTERNAL/in',
  ])
})

test('a webhook URL with a host without a dot is refused', async () => {
  await expectRefused(['https://intranet/in', 'https://ip6-localhost/in'])
})

test('a webhook URL with a username or password is refused', async () => {
  await expectRefused([
    'https://user@hooks.example.com/in',
    'https://user:password@hooks.example.com/in',
    'https://:password@hooks.example.com/in',
  ])
})

test('a webhook URL that creation refuses is also refused by a change', async () => {
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
  const { id } = await ok(api.post<WebhookEndpoint>('/webhook_endpoints', hook), 201)
  const urls = [
    'http://hooks.example.com',
    'https://127.0.0.1',
    'https://localhost',
    'https://a@b.co',
  ]
  await expectRefused(urls)
  for (const url of urls) {
    expectInvalid(await api.patch(`/webhook_endpoints/${id}`, { url }), 'url')
  }
  expect((await ok(api.get<WebhookEndpoint>(`/webhook_endpoints/${id}`))).url).toBe(hook.url)
})

test('a webhook URL whose host does not resolve is accepted, and a test of its endpoint gets no status', async () => {
  const hook = { url: 'https://no-such-host.invalid/in', events: ['*'] }
  const { id } = await ok(api.post<WebhookEndpoint>('/webhook_endpoints', hook), 201)
  const result = await ok(api.post<WebhookTest>(`/webhook_endpoints/${id}/test`))
  expect(result.status).toBeNull()
  expect(result.response).toMatch(/\S/)
})

// docs/api.md#knowledge-page
test('a knowledge page whose URL is malformed, or has a private host, a password or a scheme other than HTTP and HTTPS, is refused', async () => {
  const urls = [
    'http://127.0.0.1/',
    'http://localhost/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://wiki.internal/',
    'https://user:password@docs.example.com/',
    'ftp://docs.example.com/',
    'not an address',
  ]
  for (const url of urls) expectInvalid(await api.post('/knowledge/sources', { url }), 'url')
  expect(urls).toHaveLength(8)
})

test('a knowledge page on a host that does not resolve is accepted', async () => {
  const body = { url: 'https://no-such-host.invalid/', section: 'Help' }
  const source = await ok(api.post<KnowledgeSource>('/knowledge/sources', body), 201)
  expect(source).toMatchObject({ url: body.url, section: 'Help' })
})
