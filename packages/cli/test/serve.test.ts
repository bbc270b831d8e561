import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { api } from '@doorkit/models'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { type RunningServer, run, start, startServing, untilServing } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const originOf = ({ facts }: RunningServer) => new URL(facts.base_url).origin
const clientOf = ({ facts }: RunningServer, apiKey = facts.api_key) =>
  createClient({ apiKey, baseUrl: facts.base_url })

function beginVisit({ facts }: RunningServer, siteKey: string, origin: string, headers = {}) {
  return fetch(`${facts.site_base_url}/visits`, {
    method: 'POST',
    headers: {
      Origin: origin,
      Authorization: `Bearer ${siteKey}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ page_url: `${origin}/` }),
  })
}

describe('doorkit serve --json', () => {
  let served: RunningServer
  beforeAll(async () => {
    served = await startServing()
  })

  test('prints one line with the URLs, the workspaces and their keys', async () => {
    const { facts } = served
    expect(Object.keys(facts)).toEqual([
      'base_url',
      'app_base_url',
      'site_base_url',
      'console_url',
      'metrics_url',
      'workspace',
      'api_key',
      'site_key',
      'test_workspace',
      'test_api_key',
      'test_site_key',
    ])
    expect(facts.base_url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v1$/)
    expect(facts.app_base_url).toBe(facts.base_url.replace('/v1', '/api/v1'))
  })

  test('serves the live and the test workspace at both URLs of the API', async () => {
    const { facts } = served
    const keys = [
      { apiKey: facts.api_key, workspace: facts.workspace, mode: 'live' },
      { apiKey: facts.test_api_key, workspace: facts.test_workspace, mode: 'test' },
    ]
    const baseUrls = [facts.base_url, facts.app_base_url]
    for (const { apiKey, workspace, mode } of keys) {
      for (const baseUrl of baseUrls) {
        const me = await createClient({ apiKey, baseUrl }).me.get()
        expect(me).toMatchObject({ workspace, mode, kind: 'secret_key' })
        expect(me.scopes).toHaveLength(15)
        expect(apiKey).toMatch(new RegExp(`^dk_${mode}_`))
      }
    }
  })

  test('serves the site API to the pages of both workspaces', async () => {
    const { facts } = served
    const keys = [
      [facts.site_key, 'https://acme.example'],
      [facts.test_site_key, 'http://localhost:3000'],
    ] as const
    for (const [siteKey, origin] of keys) {
      expect((await beginVisit(served, siteKey, origin)).status).toBe(201)
      expect((await beginVisit(served, siteKey, 'https://evil.example')).status).toBe(403)
    }
  })

  test('serves the health checks, the OpenAPI document and its page', async () => {
    const get = (path: string) => fetch(originOf(served) + path)
    expect(await (await get('/health/live')).json()).toEqual({ status: 'live' })
    expect(await (await get('/health/ready')).json()).toEqual({ status: 'ready' })

    const document = (await (await get('/openapi.json')).json()) as { paths: object }
    const operations = Object.values(api).flatMap((resource) => Object.values(resource))
    expect(Object.keys(document.paths).sort()).toEqual(
      [...new Set(operations.map(({ path }) => path))].sort(),
    )
    const reference = await get('/reference')
    expect(reference.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await reference.text()
    for (const { method, path } of operations) {
      expect(page).toContain(`<code>${method} ${path}</code>`)
    }
  })

  test('the page at /reference finds its document below a prefix that a proxy removes', async () => {
    const proxy = createServer(async ({ url = '' }, response) => {
      const isBelow = url.startsWith('/docs/')
      const answer = isBelow ? await fetch(originOf(served) + url.slice('/docs'.length)) : null
      response.statusCode = answer?.status ?? 404
      response.end(await answer?.text())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/docs/reference`
    const page = await (await fetch(address)).text()
    const links = [/href="([^"]*openapi[^"]*)"/, /url: '([^']*)'/].map(
      (link) => link.exec(page)?.[1],
    )
    for (const link of links) {
      const document = await fetch(new URL(link ?? '', address))
      expect([document.status, ((await document.json()) as { openapi: string }).openapi]).toEqual([
        200,
        '3.1.1',
      ])
    }
  })

  test('refuses other paths, and other methods on the path of a page', async () => {
    const posted = await fetch(`${originOf(served)}/health/live`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/', '/api/v2/me', '/api/me', '/apiary', '/health']) {
      const refused = await fetch(originOf(served) + path)
      expect(refused.headers.get('content-type'), path).toBe('application/problem+json')
      expect(refused.status, path).toBe(404)
    }
  })

  test('prints nothing more to stdout until it exits', async () => {
    const line = served.stdout.text()
    await clientOf(served).contacts.upsert({ email: 'ada@example.com' })
    served.child.kill('SIGTERM')
    expect(await served.ended).toEqual({ code: 0, signal: null })
    expect(served.stdout.text()).toBe(line)
  })
})

describe('doorkit serve on a SQLite store', () => {
  const store = newStore()
  let first: RunningServer
  beforeAll(async () => {
    first = await startServing('--store', store, '--plan', 'origin')
  })

  test('puts both workspaces on the plan of --plan', async () => {
    for (const apiKey of [first.facts.api_key, first.facts.test_api_key]) {
      expect((await clientOf(first, apiKey).workspace.get()).plan).toBe('origin')
    }
  })

  test('immediately accepts API keys that another process creates, and refuses those that it revokes', async () => {
    const flags = ['--store', store, '--json']
    const made = JSON.parse((await runHere(['keys', 'create', ...flags, '--name', 'CRM'])).stdout)
    const client = clientOf(first, made.secret)
    expect((await client.me.get()).name).toBe('CRM')
    expect((await runHere(['keys', 'revoke', made.id, ...flags])).code).toBe(0)
    const refused = await client.me.get().safe()
    expect(refused.ok || refused.error.code).toBe('invalid_api_key')
  })

  test('has the same workspaces after a restart, with additional API keys', async () => {
    await first.kill()
    const again = await startServing('--store', store)
    await again.stderr.has('The live workspace already existed')
    expect(again.facts.workspace).toBe(first.facts.workspace)
    expect(again.facts.test_workspace).toBe(first.facts.test_workspace)
    expect(again.facts.api_key).not.toBe(first.facts.api_key)
    for (const apiKey of [first.facts.api_key, again.facts.api_key]) {
      expect((await clientOf(again, apiKey).workspace.get()).plan).toBe('origin')
    }
  })
})

test('without --json, serve prints the URL, the API key and three requests to try', async () => {
  const { stdout, stderr, child, ended } = start(['serve', '--port', '0', '--print-key'])
  await stdout.has('Press Ctrl+C to stop.')
  const [address] = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(stdout.text()) ?? []
  const [apiKey] = /dk_live_[\w-]+/.exec(stdout.text()) ?? []
  expect((await createClient({ apiKey, baseUrl: address }).me.get()).mode).toBe('live')
  const calls = stdout
    .text()
    .split('\n')
    .filter((line) => line.startsWith('  curl '))
  const statuses = await Promise.all(calls.map(async (line) => (await curl(line)).status))
  expect(statuses).toEqual([200, 200, 200])
  child.kill('SIGINT')
  await stderr.has('The store was in memory, and its data is gone.')
  expect(await ended).toEqual({ code: 0, signal: null })
})

test('a port in use is reported in one sentence, before anything is created', async () => {
  const { facts } = await startServing()
  const { port } = new URL(facts.base_url)
  const store = newStore()
  const ended = await run(['serve', '--port', port, '--demo', '--store', store])
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `127.0.0.1:${port} is in use: choose another port with --port, or a free one with --port 0.\n`,
  })
  expect(
    JSON.parse((await runHere(['workspaces', 'list', '--store', store, '--json'])).stdout),
  ).toEqual([])
})

describe('without --demo and --print-key', () => {
  const none = { workspace: null, api_key: null, test_workspace: null, test_api_key: null }

  test('serve creates no workspace and no API key, and says how to create an API key', async () => {
    const store = newStore()
    const flags = ['serve', '--json', '--port', '0', '--drain-ms', '0', '--store', store]
    const served = await untilServing(start(flags))
    expect(served.facts).toMatchObject(none)
    await served.stderr.has(`run doorkit keys create --store ${store}`)
    const list = await runHere(['workspaces', 'list', '--store', store, '--json'])
    expect(JSON.parse(list.stdout)).toEqual([])
    await runHere(['workspaces', 'create', '--store', store, '--name', 'Acme'])
    const made = await runHere(['keys', 'create', '--store', store, '--json'])
    const { secret } = JSON.parse(made.stdout)
    expect((await clientOf(served, secret).me.get()).mode).toBe('live')
  })

  test('a start on a store with workspaces adds no API key', async () => {
    const store = newStore()
    const first = await startServing('--store', store)
    await first.kill()
    const { stdout, child, ended } = start(['serve', '--port', '0', '--store', store])
    await stdout.has('Press Ctrl+C to stop.')
    expect(stdout.text()).toContain('No API key was created: run doorkit keys create')
    child.kill('SIGINT')
    await ended
    const list = ['keys', 'list', '--store', store, '--workspace', first.facts.workspace, '--json']
    expect(JSON.parse((await runHere(list)).stdout)).toHaveLength(1)
  })
})

test('PORT and HOST set the address unless flags do, and a malformed PORT is refused', async () => {
  const taken = await startServing()
  const { port } = new URL(taken.facts.base_url)
  const env = { PORT: port, HOST: 'localhost' }
  const refused = await runHere(['serve'], env)
  expect(refused.stderr).toContain(`localhost:${port} is in use`)
  const other = await runHere(['serve', '--host', '127.0.0.1'], env)
  expect(other.stderr).toContain(`127.0.0.1:${port} is in use`)
  const another = await runHere(['serve', '--port', port], { PORT: '80a' })
  expect(another.stderr).toContain(`127.0.0.1:${port} is in use`)
  expect((await runHere(['serve'], { PORT: '80a' })).stderr).toBe(
    'PORT must be a whole number from 0 to 65535.\n',
  )
})

test('a server with --no-worker delivers nothing, and the next server with a worker delivers the webhook', async () => {
  const flags = ['--store', newStore(), '--allow-private-webhooks', '--payload-delay-ms', '0']
  const idle = await startServing(...flags, '--no-worker')
  const client = clientOf(idle)
  const receiver = await startReceiver(client, 'lead.captured')
  const session = await client.chatSessions.create()
  await client.chatSessions.send(session.id, { text: "I'm Ada Lovelace, ada@example.com" })
  const [endpoint] = await client.webhookEndpoints.list().toArray({ limit: 1 })
  const log = () => client.webhookEndpoints.listDeliveries(endpoint?.id ?? 'we_0')
  expect(await log().toArray({ limit: 10 })).toMatchObject([{ attempts: 0, status: 'queued' }])
  idle.child.kill('SIGTERM')
  await idle.ended
  expect(receiver.received).toEqual([])
  await startServing(...flags)
  expect((await receiver.first).type).toBe('lead.captured')
})

/** Sends the request of a curl command. */
function curl(line: string): Promise<Response> {
  const headers = [...line.matchAll(/-H '(.+?): (.+?)'/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const [, body] = /-d '(.+?)'/.exec(line) ?? []
  const [, url = ''] = / '?(http[^ ']+)'?$/.exec(line) ?? []
  return fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
}

test('--limits unlimited needs no file, and removes the rate limit of API keys', async () => {
  const served = await startServing('--limits', 'unlimited')
  const { meta } = await clientOf(served).me.get().withMeta()
  expect(meta.rateLimit).toBeUndefined()
})

test('with --client-address-header, visits are counted by the last address in that header, and a value that is no header name is refused', async () => {
  const header = ['--client-address-header', 'X-Forwarded-For', '--limits', 'unlimited']
  const served = await startServing(...header)
  const visit = (from: string) =>
    beginVisit(served, served.facts.site_key, 'https://acme.example', { 'X-Forwarded-For': from })
  const flood = await Promise.all(
    Array.from({ length: 121 }, (_, nth) => visit(`10.0.0.${nth}, 192.0.2.1`)),
  )
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await visit('192.0.2.2')).status).toBe(201)
  const wrong = await run(['serve', '--client-address-header', 'X Y'])
  expect(wrong.stderr).toContain('--client-address-header takes the name of a header')
})

test('serve trusts no header with the address of the client by default', async () => {
  const served = await startServing('--limits', 'unlimited')
  const from = { 'X-Forwarded-For': '192.0.2.1' }
  const { site_key } = served.facts
  const visits = Array.from({ length: 121 }, () =>
    beginVisit(served, site_key, 'https://acme.example', from),
  )
  const statuses = (await Promise.all(visits)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201]))
})

test('--log-requests writes one line of JSON to stderr for each request', async () => {
  const served = await startServing('--log-requests')
  const { facts, stderr } = served
  const url = `${facts.base_url}/contacts/ct_nobody?limit=secret`
  const headers = { Authorization: `Bearer ${facts.api_key}`, 'X-Request-Id': 'edge-1' }
  const answer = await fetch(url, { headers })
  const id = answer.headers.get('x-request-id') ?? ''
  await stderr.has(id)
  await stderr.has('"incomingRequestId"')
  const lines = stderr
    .text()
    .split('\n')
    .filter((one) => one.startsWith('{'))
  expect(lines.map((one) => JSON.parse(one))).toMatchObject([
    {
      method: 'GET',
      route: '/contacts/{id}',
      status: answer.status,
      requestId: id,
      incomingRequestId: 'edge-1',
      workspace: facts.workspace,
    },
  ])
  expect(lines.join()).not.toMatch(/ct_nobody|secret/)
})
