import { createClient } from '@doorkit/client'
import { beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServing } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'

const flags = ['--store', 'memory:', '--demo', '--allow-private-webhooks', '--payload-delay-ms']

const clientOf = ({ facts }: RunningServer) =>
  createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })

/** Sends a request without the client, to see the exact answer. */
function ask(
  { facts }: RunningServer,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  return fetch(facts.base_url + path, {
    headers: {
      Authorization: `Bearer ${facts.api_key}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
}

let served: RunningServer
beforeAll(async () => {
  served = await startServing(...flags, '0')
})

test('the pages of a list contain every object once, in order', async () => {
  const client = clientOf(served)
  const whole = await client.conversations.list({ limit: 100 }).toArray({ limit: 1_000 })
  const paged = await client.conversations.list({ limit: 7 }).toArray({ limit: 1_000 })
  expect(whole.length).toBeGreaterThanOrEqual(120)
  expect(paged).toEqual(whole)
  const starts = whole.map(({ started_at }) => started_at)
  expect(starts).toEqual([...starts].sort().reverse())
})

test('a write that is repeated with the same idempotency key happens once and is answered twice', async () => {
  const headers = { 'Idempotency-Key': 'document' }
  const body = { name: 'Parking', content: 'There is a garage next door.' }
  const first = await ask(served, '/knowledge/documents', headers, body)
  const second = await ask(served, '/knowledge/documents', headers, body)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(await second.text()).toBe(await first.text())
  const other = await ask(served, '/knowledge/documents', headers, { ...body, name: 'Other' })
  expect(other.status).toBe(422)
})

test('requests count against the rate limit of the plan', async () => {
  const left = async () => {
    const { headers } = await ask(served, '/me')
    expect(headers.get('ratelimit-limit')).toBe('1200')
    return Number(headers.get('ratelimit-remaining'))
  }
  const before = await left()
  expect(await left()).toBe(before - 1)
})

test('an invalid request gets a problem document', async () => {
  const answer = await ask(served, '/contacts?limit=0')
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({
    status: 400,
    code: 'invalid_request',
    param: 'limit',
    request_id: answer.headers.get('x-request-id'),
  })
})

test('the agent answers from its knowledge', async () => {
  const client = clientOf(served)
  const content = 'The zeppelin leaves every Tuesday at noon.'
  await client.knowledgeDocuments.create({ name: 'Zeppelin', content })
  const { id } = await client.chatSessions.create()
  const { message } = await client.chatSessions.send(id, { text: 'When does the zeppelin leave?' })
  expect(message.text).toContain('every Tuesday at noon')
})

test('a captured lead sends a webhook and creates a contact, and an erasure removes the contact', async () => {
  const client = clientOf(served)
  const email = 'grace@example.com'
  const receiver = await startReceiver(client, 'lead.captured')
  const { id } = await client.chatSessions.create()
  await client.chatSessions.send(id, { text: `I am Grace Hopper, ${email}` })
  expect((await receiver.first).data).toMatchObject({ object: { object: 'contact', email } })
  expect(await client.contacts.list({ email }).first()).toMatchObject({ first_name: 'Grace' })
  expect(await client.privacy.erase({ email })).toMatchObject({ contact_deleted: true })
  expect(await client.contacts.list({ email }).first()).toBeUndefined()
  expect(JSON.stringify(await client.privacy.export({ email }))).not.toContain('Hopper')
})

test('the server stops cleanly, and the next start has none of its data', async () => {
  served.child.kill('SIGTERM')
  expect(await served.ended).toEqual({ code: 0, signal: null })
  expect(served.stderr.text()).not.toMatch(/^\S+ error /m)
  const next = await startServing('--store', 'memory:')
  expect(next.facts.workspace).not.toBe(served.facts.workspace)
  const refused = await fetch(`${next.facts.base_url}/me`, {
    headers: { Authorization: `Bearer ${served.facts.api_key}` },
  })
  expect(refused.status).toBe(401)
  expect(await clientOf(next).contacts.list().first()).toBeUndefined()
})
