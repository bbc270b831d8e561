import { createClient } from '@doorkit/client'
import { api } from '@doorkit/models'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { run, type Served, start, startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const originOf = ({ facts }: Served) => new URL(facts.base_url).origin
const clientOf = ({ facts }: Served, apiKey = facts.api_key) =>
  createClient({ apiKey, baseUrl: facts.base_url })

describe('doorkit serve --json', () => {
  let served: Served
  beforeAll(async () => {
    served = await startServing()
  })

  test('prints one line with the addresses and the keys', async () => {
    const { facts } = served
    expect(Object.keys(facts)).toEqual([
      'base_url',
      'app_base_url',
      'workspace',
      'api_key',
      'test_workspace',
      'test_api_key',
    ])
    expect(facts.base_url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v1$/)
    expect(facts.app_base_url).toBe(facts.base_url.replace('/v1', '/api/v1'))
  })

  test('serves both workspaces at both addresses', async () => {
    const { facts } = served
    const callers = [
      { apiKey: facts.api_key, workspace: facts.workspace, mode: 'live' },
      { apiKey: facts.test_api_key, workspace: facts.test_workspace, mode: 'test' },
    ]
    const addresses = [facts.base_url, facts.app_base_url]
    for (const { apiKey, workspace, mode } of callers) {
      for (const baseUrl of addresses) {
        const me = await createClient({ apiKey, baseUrl }).me.get()
        expect(me).toMatchObject({ workspace, mode, kind: 'secret_key' })
        expect(me.scopes).toHaveLength(15)
        expect(apiKey).toMatch(new RegExp(`^dk_${mode}_`))
      }
    }
    expect([callers.length, addresses.length]).toEqual([2, 2])
  })

  test('serves the pages beside the API', async () => {
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

  test('refuses what is neither the API nor a page', async () => {
    const posted = await fetch(`${originOf(served)}/health/live`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/', '/api/v2/me', '/api/me', '/apiary', '/health']) {
      const outside = await fetch(originOf(served) + path)
      expect(outside.headers.get('content-type'), path).toBe('application/problem+json')
      expect(outside.status, path).toBe(404)
    }
  })

  test('prints nothing else until it ends', async () => {
    const line = served.stdout.text()
    await clientOf(served).contacts.upsert({ email: 'ada@example.com' })
    served.child.kill('SIGTERM')
    expect(await served.ended).toEqual({ code: 0, signal: null })
    expect(served.stdout.text()).toBe(line)
  })
})

describe('a store that is served', () => {
  const store = newStore()
  let first: Served
  beforeAll(async () => {
    first = await startServing('--store', store, '--plan', 'origin')
  })

  test('has both workspaces on the plan that was asked for', async () => {
    for (const apiKey of [first.facts.api_key, first.facts.test_api_key]) {
      expect((await clientOf(first, apiKey).workspace.get()).plan).toBe('origin')
    }
  })

  test('gets keys from another process, which work at once and end at once', async () => {
    const flags = ['--store', store, '--json']
    const made = JSON.parse((await runHere(['keys', 'create', ...flags, '--name', 'CRM'])).stdout)
    const client = clientOf(first, made.secret)
    expect((await client.me.get()).name).toBe('CRM')
    expect((await runHere(['keys', 'revoke', made.id, ...flags])).code).toBe(0)
    const refused = await client.me.get().safe()
    expect(refused.ok || refused.error.code).toBe('invalid_api_key')
  })

  test('has the same workspaces after a restart, with new keys beside the old ones', async () => {
    await first.kill()
    const again = await startServing('--store', store)
    await again.stderr.has('The store had its workspaces already')
    expect(again.facts.workspace).toBe(first.facts.workspace)
    expect(again.facts.test_workspace).toBe(first.facts.test_workspace)
    expect(again.facts.api_key).not.toBe(first.facts.api_key)
    for (const apiKey of [first.facts.api_key, again.facts.api_key]) {
      expect((await clientOf(again, apiKey).workspace.get()).plan).toBe('origin')
    }
  })
})

test('without --json a person is told the address, the key and three calls to try', async () => {
  const { stdout, child, ended } = start(['serve', '--port', '0'])
  await stdout.has('Ctrl+C stops it.')
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
  expect(await ended).toEqual({ code: 0, signal: null })
})

test('a port in use is said in one sentence', async () => {
  const { facts } = await startServing()
  const { port } = new URL(facts.base_url)
  expect(await run(['serve', '--port', port])).toEqual({
    code: 1,
    stdout: '',
    stderr: `127.0.0.1:${port} is in use: choose another with --port, or a free one with --port 0.\n`,
  })
})

/** Does what a line for curl says. */
function curl(line: string): Promise<Response> {
  const headers = [...line.matchAll(/-H '(.+?): (.+?)'/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const [, body] = /-d '(.+?)'/.exec(line) ?? []
  const [, url = ''] = / '?(http[^ ']+)'?$/.exec(line) ?? []
  return fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
}
