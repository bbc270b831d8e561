import { scopes } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { type Client, createClient, DoorkitError } from '../../src/index.ts'
import { createTestWorkspace } from '../../src/testing/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'
import { openWorkspace } from './open-workspace.ts'

describe('a test workspace', () => {
  test('stores what a client writes', async () => {
    const { client } = await openWorkspace()
    const ada = await client.contacts.upsert({ email: 'ada@example.com', company: 'Analytical' })
    expect(await client.contacts.get(ada.id)).toEqual(ada)
    await client.contacts.update(ada.id, { company: null })
    expect(await client.contacts.list().toArray({ limit: 10 })).toMatchObject([
      { id: ada.id, company: null },
    ])
  })

  test('is separate from others, and has the largest plan and an API key with all scopes', async () => {
    const [one, otherWorkspace] = [await openWorkspace(), await openWorkspace()]
    await one.client.contacts.upsert({ email: 'ada@example.com' })
    expect(await otherWorkspace.client.contacts.list().first()).toBeUndefined()
    const me = await one.client.me.get()
    expect(me).toMatchObject({ mode: 'test', workspace: one.workspace.id })
    expect(me.scopes.toSorted()).toEqual(scopes.toSorted())
    expect(await one.client.workspace.get()).toMatchObject({ plan: 'apex' })
  })

  test('refuses what the API refuses', async () => {
    const { client } = await openWorkspace({ plan: 'origin', scopes: ['chat:write'] })
    expect(await failureOf(client.contacts.list())).toMatchObject({ code: 'insufficient_scope' })
    expect(await failureOf(client.chatSessions.create())).toMatchObject({
      code: 'feature_disabled',
    })
    const endpoints = (await openWorkspace()).client.webhookEndpoints
    const localEndpoint = endpoints.create({ url: 'https://localhost/hooks', events: ['*'] })
    expect(await failureOf(localEndpoint)).toMatchObject({ code: 'invalid_request', param: 'url' })
  })

  test('accepts reports of the site', async () => {
    const { client, record } = await openWorkspace()
    const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
    const foundConversation = client.conversations
      .list({ has_lead: true, expand: ['messages'] })
      .first()
    expect(await foundConversation).toMatchObject({
      id: conversation,
      messages: [{ text: 'Hello' }],
    })
  })

  test('reads knowledge pages from its option, not from the web', async () => {
    const { client, clock } = await openWorkspace({
      pages: { 'https://acme.example/prices': 'The door costs 10 euros.' },
    })
    const sources = client.knowledgeSources
    const prices = await sources.create({ url: 'https://acme.example/prices' })
    const otherSource = await sources.create({ url: 'https://acme.example/other' })
    await clock.settle()
    expect(await sources.get(prices.id)).toMatchObject({ status: 'ready', characters: 24 })
    expect(await sources.get(otherSource.id)).toMatchObject({ status: 'failed', error: 'HTTP 404' })
    const session = await client.chatSessions.create()
    const reply = await client.chatSessions.send(session.id, { text: 'What does the door cost?' })
    expect(reply.message.text).toContain('10 euros')
  })

  test('allows more clients, with their own API keys', async () => {
    const { connection, server, workspace, client } = await openWorkspace()
    const { secret } = await server.keys.create({
      workspace: workspace.id,
      name: 'Reader',
      scopes: ['meetings:read'],
    })
    const reader = createClient({ ...connection, apiKey: secret })
    expect(await reader.me.get()).toMatchObject({ name: 'Reader', scopes: ['meetings:read'] })
    expect(await client.me.get()).toMatchObject({ name: 'Test' })
  })

  test('streams the answers of its agent', async () => {
    const { client } = await openWorkspace()
    const { id } = await client.chatSessions.create()
    const stream = await client.chatSessions.stream(id, { text: 'Hello' })
    expect((await stream.text()).length).toBeGreaterThan(0)
    expect(await stream.outcome).toMatchObject({ type: 'complete' })
  })

  test('starts at the same time in every test, or at the time that the test sets', async () => {
    const standard = await openWorkspace()
    expect(standard.clock.now()).toBe(Date.UTC(2026, 9, 12, 9, 30))
    const { client, clock } = await openWorkspace({ startsAt: Date.UTC(2030, 0, 1) })
    const ada = await client.contacts.upsert({ email: 'ada@example.com' })
    expect(ada.created_at).toBe('2030-01-01T00:00:00.000Z')
    expect(clock.now()).toBe(Date.UTC(2030, 0, 1))
  })

  test('answers requests of another HTTP client', async () => {
    const { connection } = await openWorkspace()
    const url = new URL(`${connection.baseUrl}/me`)
    const response = await connection.fetch(url.href, {
      headers: { authorization: `Bearer ${connection.apiKey}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('date')).toBe('Mon, 12 Oct 2026 09:30:00 GMT')
  })

  test('ends hanging requests when it is closed, and then answers no more requests', async () => {
    const { client, faults, close } = await openWorkspace({ skipWaits: false })
    faults.hang()
    faults.delay(1_000)
    const failures = [1, 2].map(() => failureOf(client.me.get({ maxRetries: 0 })))
    await nextTick()
    await close()
    for (const failure of failures) {
      expect(await failure).toMatchObject({ code: 'connection_failed' })
    }
    expect(await failureOf(client.me.get({ maxRetries: 0 }))).toBeInstanceOf(DoorkitError)
  })

  test('closes at the end of a block, and can be closed again', async () => {
    let client: Client
    let close: () => Promise<void>
    {
      await using workspace = await createTestWorkspace()
      ;({ client, close } = workspace)
      await client.me.get()
    }
    expect(await failureOf(client.me.get({ maxRetries: 0 }))).toBeInstanceOf(DoorkitError)
    await close()
  })
})

describe('the requests of a test workspace', () => {
  test('are recorded with the status of their answer', async () => {
    const { client, requests, clock } = await openWorkspace()
    const ada = await client.contacts.upsert({ email: 'ada@example.com' }).withMeta()
    await clock.advance(1_000)
    await client.conversations.list({ limit: 2, expand: ['messages'] })
    await client.contacts.get('ct_none').safe()
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/contacts',
        query: {},
        headers: { 'idempotency-key': ada.meta.idempotencyKey },
        body: { email: 'ada@example.com' },
        status: 200,
        fault: null,
        at: Date.UTC(2026, 9, 12, 9, 30),
      },
      {
        method: 'GET',
        path: '/conversations',
        query: { limit: '2', expand: 'messages' },
        body: undefined,
        at: Date.UTC(2026, 9, 12, 9, 30, 1),
      },
      { path: '/contacts/ct_none', status: 404 },
    ])
  })

  test('keep a repeated parameter, and a body that is not JSON', async () => {
    const { connection, requests } = await openWorkspace()
    await connection.fetch(`${connection.baseUrl}/contacts?a=1&a=2`, {
      method: 'POST',
      body: 'no JSON',
    })
    expect(requests).toMatchObject([{ query: { a: ['1', '2'] }, body: 'no JSON', status: 401 }])
  })

  test('are counted by the rate limit of the plan', async () => {
    const { client, requests } = await openWorkspace({ plan: 'adapt' })
    await client.me.get()
    const { meta } = await client.me.get().withMeta()
    expect(meta.rateLimit).toEqual({ limit: 120, remaining: 118, resetSeconds: 60 })
    expect(requests).toHaveLength(2)
  })
})
