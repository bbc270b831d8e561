import { createServer } from 'node:http'
import { scopes } from '@doorkit/models'
import { createDoorkit, manualClock, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { expect, onTestFinished, test } from 'vitest'
import { type Call, type Client, createClient } from '../../src/index.ts'
import { listen } from '../support/listen.ts'
import { openWorkspace } from './open-workspace.ts'

const startsAt = Date.UTC(2026, 9, 12, 9, 30)

/** Opens a workspace, and returns a function that creates clients with its API key. */
type Connect = () => Promise<() => Client>

/** Clients of the fake network. */
const connectFake: Connect = async () => {
  const { connection } = await openWorkspace({ plan: 'adapt', startsAt })
  return () => createClient({ ...connection, maxRetries: 0 })
}

/** Clients of a server kit behind a real socket. */
const connectOverHttp: Connect = async () => {
  const doorkit = createDoorkit({
    store: memoryStore(),
    clock: manualClock(startsAt),
    resolve: async () => ['93.184.215.14'],
  })
  const { id } = await doorkit.workspaces.create({
    name: 'Test workspace',
    website: 'https://acme.example',
    mode: 'test',
    plan: 'adapt',
  })
  const key = await doorkit.keys.create({ workspace: id, name: 'Test', scopes })
  onTestFinished(() => doorkit.close())
  const port = await listen(createServer(toNode(doorkit)))
  const baseUrl = `http://127.0.0.1:${port}/v1`
  return () => createClient({ apiKey: key.secret, baseUrl, maxRetries: 0 })
}

/** Makes calls of many kinds, and returns the answers. */
async function collectAnswers(connect: () => Client): Promise<unknown[]> {
  const client = connect()
  const answers: unknown[] = []
  const names = new Map<string, string>()

  /** Ids, API keys, secrets and cursors differ in every run, so each is replaced by a name. */
  function toComparable(value: unknown): unknown {
    const text = JSON.stringify(value)
      .replaceAll(/"host":"[^"]*",/g, '')
      .replaceAll(
        /\b(?:[a-z]{2,5}_[0-9a-z]{26}|whsec_[\w+/=]+|[\w-]{40,}(?:\.[\w-]+)*)|[0-9a-f-]{36}/g,
        (found) => {
          const name = names.get(found) ?? `${/^[a-z]+(?=_)/.exec(found) ?? 'text'}-${names.size}`
          names.set(found, name)
          return name
        },
      )
    return JSON.parse(text)
  }

  async function note<Value>(call: Call<Value>): Promise<Value | undefined> {
    const result = await call.safe()
    const { status, rateLimit, version, replayed, headers } = result.meta ?? {}
    const answer = result.ok
      ? result.data
      : { ...result.error.toJSON(), history: undefined, retryAt: undefined }
    const type = headers?.get('content-type')
    const hasDate = headers?.has('date')
    answers.push(toComparable({ answer, status, rateLimit, version, replayed, type, hasDate }))
    return result.ok ? result.data : undefined
  }

  await note(client.me.get())
  await note(client.workspace.get())
  const ada = await note(client.contacts.upsert({ email: 'Ada@Example.com', external_id: 'crm-1' }))
  const adaId = ada?.id ?? 'ct_none'
  await note(client.contacts.update(adaId, { attributes: { tier: 'gold', seats: 3 } }))
  for (const name of ['Bob', 'Cyd', 'Eve']) {
    await note(client.contacts.upsert({ email: `${name}@example.com`, name }))
  }
  const page = await note(client.contacts.list({ limit: 3 }))
  await note(client.contacts.list({ limit: 3, starting_after: page?.next_cursor ?? '' }))
  await note(client.contacts.upsert({ email: 'no email' }))
  await note(client.contacts.upsert({ email: 'dan@example.com', external_id: 'crm-1' }))
  await note(client.contacts.get('ct_none'))
  await note(client.contacts.list({ starting_after: 'made-up' }))
  const key = { idempotencyKey: 'once' }
  await note(client.contacts.upsert({ email: 'fay@example.com' }, key))
  await note(client.contacts.upsert({ email: 'fay@example.com' }, key))
  // This needs another client, because the first one would itself refuse the reused key.
  await note(connect().contacts.upsert({ email: 'gus@example.com' }, key))
  await note(client.me.get({ version: '1999-01-01' }))
  await note(client.request({ method: 'PUT', path: '/contacts', body: {} }))
  await note(client.request({ method: 'GET', path: '/nowhere' }))

  const hook = { url: 'https://crm.example/hooks', events: ['*'] as ['*'] }
  const endpoint = await note(client.webhookEndpoints.create(hook))
  await note(client.webhookEndpoints.create({ ...hook, url: 'https://localhost/hooks' }))
  await note(client.webhookEndpoints.rotateSecret(endpoint?.id ?? 'we_none'))
  await note(client.webhookEndpoints.list())

  await note(client.knowledgeDocuments.create({ name: 'Prices', content: 'A door is 10 euros.' }))
  const session = await note(client.chatSessions.create({ visitor: { email: 'ada@example.com' } }))
  const sessionId = session?.id ?? 'chs_none'
  await note(client.chatSessions.send(sessionId, { text: 'What does a door cost?' }))
  const stream = await client.chatSessions.stream(sessionId, { text: 'And a person, please?' })
  answers.push(await stream.text(), (await stream.outcome).type)
  await note(client.chatSessions.get(sessionId))
  await note(client.conversations.list({ expand: ['messages'] }))
  await note(client.events.list())
  await note(client.analytics.get({ range: '7d' }))
  await note(client.privacy.export({ email: 'ada@example.com' }))
  await note(client.contacts.delete(adaId))
  for (let call = 0; call < 10; call++) await client.privacy.erase({ email: 'x@example.com' })
  for (let call = 0; call < 8; call++) await client.privacy.export({ email: 'x@y.example' }).safe()
  await note(client.privacy.export({ email: 'x@y.example' }))
  return answers
}

test('the fake network answers calls as a server over HTTP does', async () => {
  const overHttp = await collectAnswers(await connectOverHttp())
  const fromFake = await collectAnswers(await connectFake())
  expect(fromFake).toEqual(overHttp)
  const statuses = overHttp.flatMap((answer) => Object(answer).status ?? [])
  expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 404, 405, 409, 422, 429]))
  expect(overHttp.length).toBeGreaterThanOrEqual(35)
})
