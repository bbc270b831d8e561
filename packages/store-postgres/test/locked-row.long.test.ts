import { createDoorkit } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { describe, inject, type TestContext, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { startFreezableProxy } from './support/freezable-proxy.ts'

/** A server of two workspaces over a database, and a function that calls as each of them. */
async function openTwoWorkspaces(url: string, { onTestFinished }: TestContext) {
  const doorkit = createDoorkit({ store: postgresStore({ url, maxConnections: 4 }) })
  onTestFinished(() => doorkit.close())
  const openWorkspace = async (name: string) => {
    const site = { name, website: 'https://acme.example' }
    const { id: workspace } = await doorkit.workspaces.create(site)
    const { secret } = await doorkit.keys.create({ workspace, name, access: 'full_access' })
    return async (method: string, path: string, body?: object) => {
      const response = await doorkit.fetch(`http://localhost/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const retryAfter = response.headers.get('retry-after')
      // biome-ignore lint/suspicious/noExplicitAny: answers of several operations.
      return { status: response.status, retryAfter, json: (await response.json()) as any }
    }
  }
  return [await openWorkspace('A'), await openWorkspace('B')] as const
}

async function openSchema({ onTestFinished }: TestContext) {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(schema.remove)
  return schema.url
}

// Both tests wait for real time limits, so they run together.
describe.concurrent('time limits', () => {
  test('requests for a locked row get a 503, and those of another workspace do not wait', async (context) => {
    const { expect, onTestFinished } = context
    const url = await openSchema(context)
    const [one, other] = await openTwoWorkspaces(url, context)
    const { json: contact } = await one('POST', '/contacts', { email: 'ada@example.com' })
    const [holder, observer] = [new pg.Client(url), new pg.Client(url)]
    for (const client of [holder, observer]) {
      await client.connect()
      onTestFinished(() => client.end())
    }
    await holder.query('begin')
    await holder.query('select 1 from doorkit_contacts for update')

    let answered = 0
    const patch = (at: number) =>
      one('PATCH', `/contacts/${contact.id}`, { first_name: `Ada ${at}` })
    const patches = Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const answer = await patch(at)
        answered += 1
        return answer
      }),
    )
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%doorkit_contacts%'`
    while ((await observer.query(waits)).rows.length === 0) {
      await observer.query('select pg_sleep(0.01)')
    }
    for (let at = 0; at < 5; at++) {
      const { status } = await other('POST', '/contacts', { email: `grace${at}@example.com` })
      expect(status).toBe(200)
    }
    expect((await other('GET', '/contacts')).json.data).toHaveLength(5)
    expect(answered).toBe(0)
    for (const { status, retryAfter, json } of await patches) {
      expect({ status, retryAfter, code: json.code }).toEqual({
        status: 503,
        retryAfter: '3',
        code: 'internal_error',
      })
    }
    await holder.query('rollback')
    expect((await patch(9)).status).toBe(200)
  })

  test('a database that stops answering is reported as unavailable within seconds', async (context) => {
    const { expect, onTestFinished } = context
    const proxy = await startFreezableProxy(await openSchema(context))
    onTestFinished(proxy.close)
    const [one, other] = await openTwoWorkspaces(proxy.url, context)
    await one('POST', '/contacts', { email: 'ada@example.com' })
    proxy.freezeAt('insert into "doorkit_contacts"')
    const writes = Array.from({ length: 10 }, (_, at) =>
      one('POST', '/contacts', { email: `ada${at}@example.com` }),
    )
    const reads = Array.from({ length: 10 }, () => other('GET', '/contacts'))
    for (const { status, retryAfter } of await Promise.all(writes)) {
      expect([status, retryAfter]).toEqual([503, '3'])
    }
    // A read may be answered before the proxy freezes.
    for (const { status } of await Promise.all(reads)) expect([200, 503]).toContain(status)
    proxy.thaw()
    let status = 503
    while (status !== 200) status = (await one('GET', '/contacts')).status
  })
})
