import { scopes as allScopes, api, type Plan, type Scope } from '@doorkit/models'
import { createDoorkit, manualClock, memoryStore } from '@doorkit/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Client,
  type ClientOptions,
  createClient,
  type FetchFunction,
} from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { transportUnderTest } from '../support/transport-under-test.ts'

interface Setup {
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
  readonly wrap?: (fetch: FetchFunction) => FetchFunction
}

/** A client of a real server kit on the memory store. Waits of the client move the server's clock. */
async function connect({ plan = 'apex', scopes = allScopes, wrap = (fetch) => fetch }: Setup = {}) {
  const clock = manualClock(Date.UTC(2026, 9, 12, 9, 30))
  const doorkit = createDoorkit({ store: memoryStore(), clock, allowPrivateWebhooks: true })
  onTestFinished(() => doorkit.close())
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan,
  })
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Test', scopes })
  const { origin, fetch } = await transportUnderTest().reach(doorkit)
  const waits: number[] = []
  const options: ClientOptions = {
    apiKey: key.secret,
    baseUrl: `${origin}/v1`,
    fetch: wrap(fetch),
    clock: {
      now: clock.now,
      setTimeout(callback, delayMs, purpose) {
        if (purpose === 'limit') return undefined
        waits.push(delayMs)
        return setImmediate(() => {
          clock.advance(delayMs)
          callback()
        })
      },
      clearTimeout: (handle) => clearImmediate(handle as NodeJS.Immediate | undefined),
    },
  }
  return { client: createClient(options), connection: options, waits, workspace }
}

const emails = Array.from({ length: 7 }, (_, number) => `person${number}@example.com`)

async function createContacts(client: Client) {
  for (const email of emails) await client.contacts.upsert({ email })
}

describe('against a real server', () => {
  test('an API key identifies itself', async () => {
    const { client, workspace } = await connect()
    const { data, meta } = await client.me.get().withMeta()
    expect(data).toMatchObject({ object: 'api_key_identity', workspace: workspace.id })
    expect(meta).toMatchObject({
      requestId: expect.stringMatching(/^req_/),
      status: 200,
      rateLimit: { limit: 1_200, remaining: 1_199, resetSeconds: 60 },
      version: '2026-10-12',
      attempts: 1,
      replayed: false,
    })
    expect(await client.workspace.get()).toMatchObject({ id: workspace.id, plan: 'apex' })
  })

  test('contacts are created, changed, fetched, listed and erased', async () => {
    const { client } = await connect()
    const ada = await client.contacts.upsert({ email: 'Ada@Example.com', company: 'Analytical' })
    expect(ada).toMatchObject({ email: 'ada@example.com', company: 'Analytical', source: 'api' })
    await client.contacts.update(ada.id, { external_id: 'crm-7' })
    expect(await client.contacts.get(ada.id)).toMatchObject({ external_id: 'crm-7' })
    expect(await client.contacts.list({ email: 'ada@example.com' }).first()).toMatchObject({
      id: ada.id,
    })
    expect(await client.contacts.delete(ada.id)).toMatchObject({ deleted: true })
    expect(await failureOf(client.contacts.get(ada.id))).toMatchObject({ code: 'not_found' })
  })

  test('a list is read over all its pages, and resumed in the middle', async () => {
    const { client } = await connect()
    await createContacts(client)
    const list = client.contacts.list({ limit: 2 })
    const all = await list.toArray({ limit: 100 })
    expect(all.map(({ email }) => email).sort()).toEqual(emails)
    const iterator = list.items()
    for (let taken = 0; taken < 3; taken++) await iterator.next()
    const resume = iterator.resumeToken ?? expect.fail('the list is over')
    const restItems = await client.contacts.list({ limit: 2 }, { resume }).toArray({ limit: 100 })
    expect(restItems).toEqual(all.slice(3))
  })

  test('a refusal is an ApiError with the code and status of the answer', async () => {
    const { client } = await connect({ scopes: ['contacts:write'] })
    const ada = await client.contacts.upsert({ email: 'ada@example.com', external_id: 'crm-7' })
    const grace = await client.contacts.upsert({ email: 'grace@example.com' })
    const refusals: [PromiseLike<unknown>, object][] = [
      [
        client.contacts.update(grace.id, { external_id: 'crm-7' }),
        { code: 'conflict', status: 409, attempts: 1 },
      ],
      [client.contacts.get('ct_nobody'), { code: 'not_found', status: 404 }],
      [client.contacts.delete(ada.id), { code: 'insufficient_scope', status: 403 }],
      [
        client.contacts.upsert({ email: 'nobody' }),
        { code: 'invalid_request', status: 400, param: 'email' },
      ],
      [client.me.get({ version: '1999-01-01' }), { code: 'unsupported_version', status: 400 }],
      [
        client.request({ method: 'POST', path: '/contacts', body: { x: 'y'.repeat(300_000) } }),
        { code: 'invalid_request', status: 413 },
      ],
      [client.request({ method: 'GET', path: '/doors' }), { code: 'not_found', status: 404 }],
    ]
    const failures = refusals.map(([call, expected]) => [failureOf(call), expected] as const)
    for (const [failure, expected] of failures) {
      expect(await failure).toMatchObject({
        name: 'ApiError',
        requestId: expect.stringMatching(/^req_/),
        docsUrl: expect.stringContaining('#'),
        ...expected,
      })
    }
  })

  test('a write whose answer was lost takes effect once', async () => {
    let lostAnswers = 0
    const { client } = await connect({
      wrap: (fetch) => async (url, init) => {
        const response = await fetch(url, init)
        if (init.method === 'GET' || lostAnswers++ > 0) return response
        throw new TypeError('fetch failed')
      },
    })
    const { data, meta } = await client.knowledgeDocuments
      .create({ name: 'Prices', content: 'From 10 euros.' })
      .withMeta()
    expect(meta).toMatchObject({ attempts: 2, replayed: true, status: 200 })
    const documents = await client.knowledgeDocuments.list().toArray({ limit: 10 })
    expect(documents.map(({ id }) => id)).toEqual([data.id])
  })

  test('the same idempotency key with another body is refused', async () => {
    const { client, connection } = await connect()
    const options = { idempotencyKey: 'import-1' }
    await client.contacts.upsert({ email: 'ada@example.com' }, options)
    const secondAnswer = await client.contacts
      .upsert({ email: 'ada@example.com' }, options)
      .withMeta()
    expect(secondAnswer.meta.replayed).toBe(true)
    const otherInput = { email: 'grace@example.com' }
    const localError = await failureOf(client.contacts.upsert(otherInput, options))
    expect(localError).toMatchObject({ code: 'idempotency_key_reused', status: 422, attempts: 0 })
    const restartedClient = createClient(connection)
    const serverError = await failureOf(restartedClient.contacts.upsert(otherInput, options))
    expect(serverError).toMatchObject({ code: 'idempotency_key_reused', status: 422, attempts: 1 })
  })

  test('a client waits until the window of its rate limit ends', async () => {
    const { client, waits } = await connect({ plan: 'origin' })
    for (let call = 0; call < 120; call++) await client.me.get()
    const { meta } = await client.me.get().withMeta()
    expect(meta.attempts).toBe(2)
    expect(waits).toHaveLength(1)
    // The window ends after a minute. The client adds at most 250 ms.
    expect(waits[0]).toBeGreaterThanOrEqual(60_000)
    expect(waits[0]).toBeLessThanOrEqual(60_250)
  })

  test('a call that the plan does not include is not retried', async () => {
    const { client, waits } = await connect({ plan: 'origin' })
    const error = await failureOf(client.chatSessions.create())
    expect(error).toMatchObject({ code: 'feature_disabled', attempts: 1 })
    expect(waits).toEqual([])
  })

  test('a chat answers in one piece, and as a stream', async () => {
    const { client } = await connect()
    await client.knowledgeDocuments.create({ name: 'Prices', content: 'The door costs 10 euros.' })
    const { id } = await client.chatSessions.create({ visitor: { name: 'Ada' } })
    const reply = await client.chatSessions.send(id, { text: 'What does the door cost?' })
    expect(reply).toMatchObject({ object: 'chat_reply', session: id })
    expect(reply.message.text).toContain('10 euros')
    const stream = await client.chatSessions.stream(id, { text: 'What does the door cost?' })
    expect(await stream.text()).toContain('10 euros')
    expect(await stream.outcome).toMatchObject({ type: 'complete', problemCount: 0 })
    expect((await client.chatSessions.get(id)).messages).toHaveLength(4)
  })

  test('webhook endpoints are created, fetched, changed, listed and deleted', async () => {
    const { client } = await connect()
    const endpoints = client.webhookEndpoints
    const created = await endpoints.create({ url: 'http://127.0.0.1:9/', events: ['*'] })
    expect(created.secret).toMatch(/^whsec_/)
    expect(await endpoints.get(created.id)).not.toHaveProperty('secret')
    const changedEndpoint = await endpoints.update(created.id, { status: 'disabled' })
    expect(changedEndpoint.status).toBe('disabled')
    expect((await endpoints.rotateSecret(created.id)).secret).not.toBe(created.secret)
    expect(await endpoints.list().toArray({ limit: 100 })).toHaveLength(1)
    expect(await endpoints.listDeliveries(created.id).toArray({ limit: 1 })).toEqual([])
    const redelivery = endpoints.redeliver(created.id, 'whd_none')
    expect(await failureOf(redelivery)).toMatchObject({ code: 'not_found' })
    expect(await endpoints.delete(created.id)).toMatchObject({ deleted: true })
  })

  test('the data of a person is exported and erased', async () => {
    const { client } = await connect()
    await client.contacts.upsert({ email: 'ada@example.com' })
    const personalData = await client.privacy.export({ email: 'ada@example.com' })
    expect(personalData.contact).toMatchObject({ email: 'ada@example.com' })
    const receipt = await client.privacy.erase({ email: 'ada@example.com' }).withMeta()
    expect(receipt.meta.status).toBe(201)
    expect(receipt.data).toMatchObject({ object: 'privacy_erasure', contact_deleted: true })
    expect(await client.contacts.list().toArray({ limit: 1 })).toEqual([])
  })

  test('every method reaches the operation it is named after', async () => {
    let sent = ''
    const { client } = await connect({
      wrap: (fetch) => (url, init) => {
        sent = `${init.method} ${new URL(url).pathname}`
        return fetch(url, init)
      },
    })
    const methods = client as unknown as Record<
      string,
      Record<string, (...args: unknown[]) => PromiseLike<unknown>>
    >
    let callCount = 0
    for (const [resource, operations] of Object.entries(api)) {
      for (const [name, operation] of Object.entries(operations)) {
        const ids = operation.path.match(/\{/g)?.map(() => 'x_none') ?? []
        const call = methods[resource]?.[name] ?? expect.fail(`${resource}.${name} is missing`)
        const result = await call(...ids).then(
          () => 'done',
          (error) => error.code,
        )
        expect(sent).toBe(`${operation.method} /v1${operation.path.replace(/\{\w+\}/g, 'x_none')}`)
        // The answer is about an unknown id or a missing member, but never about an unknown path.
        expect(['done', 'not_found', 'invalid_request']).toContain(result)
        if (ids.length === 0) expect(result).not.toBe('not_found')
        callCount++
      }
    }
    expect(callCount).toBeGreaterThanOrEqual(31)
  })
})
