import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { until } from '../../support/faulty-store.ts'
import { caller, createKit, inProcess, type KitOptions } from '../../support/kit.ts'

const headers = { 'Idempotency-Key': 'once' }

/** A kit that has already read its API key, and a function that begins a request whose body arrives later. */
async function setUp(options: KitOptions = {}) {
  const store = memoryStore()
  let lookUps = 0
  const kit = await createKit({
    ...options,
    store: {
      ...store,
      get(refs) {
        if (refs.some((ref) => ref.in === 'idempotency')) lookUps += 1
        return store.get(refs)
      },
    },
  })
  const call = caller(kit)
  await call('GET', '/me')
  const send = inProcess(kit.doorkit)

  /**
   * Begins a request, and waits until its idempotency key has been looked up. Returns a function that
   * sends the body and returns the answer.
   */
  async function begin(path: string, body: object, method = 'POST') {
    const before = lookUps
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const init = { body: readable, duplex: 'half' } as RequestInit
    const late = caller(kit, (to, given) => send(to, { ...given, ...init }))
    const answer = late(method, path, { body: '', headers })
    await until(async () => lookUps > before)
    return async () => {
      const writer = writable.getWriter()
      writer.write(new TextEncoder().encode(JSON.stringify(body))).catch(() => {})
      await writer.close()
      return answer
    }
  }
  return { call, begin }
}

test('a request whose body arrives late gets the answer that was stored under its idempotency key in the meantime', async () => {
  const { call, begin } = await setUp()
  const body = { email: 'ada@example.com' }
  const finish = await begin('/contacts', body)
  const first = await call('POST', '/contacts', { body, headers })
  const second = await finish()
  expect([second.status, second.json]).toEqual([first.status, first.json])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await call('GET', '/contacts')).json.data).toHaveLength(1)
})

test('a chat message whose body arrives late gets the answer that was stored under its idempotency key in the meantime', async () => {
  const { call, begin } = await setUp()
  const session = (await call('POST', '/chat/sessions', { body: {} })).json.id
  const path = `/chat/sessions/${session}/messages`
  const body = { text: 'Hello' }
  const finish = await begin(path, body)
  const first = await call('POST', path, { body, headers })
  const second = await finish()
  expect([second.status, second.json]).toEqual([first.status, first.json])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
})

test('a request whose body arrives late is refused if its idempotency key then has the answer of another request', async () => {
  const { call, begin } = await setUp()
  const finish = await begin('/contacts', { email: 'ada@example.com' })
  await call('POST', '/contacts', { body: { email: 'bob@example.com' }, headers })
  const second = await finish()
  expect([second.status, second.json.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await call('GET', '/contacts')).json.data).toHaveLength(1)
})

test('if reading an idempotency key fails, a request that is invalid anyway still gets its own refusal', async () => {
  const store = memoryStore()
  let isUnreachable = false
  const get: typeof store.get = async (refs) => {
    if (isUnreachable && refs.some((ref) => ref.in === 'idempotency')) throw new Error('Cut off.')
    return store.get(refs)
  }
  const call = caller(await createKit({ store: { ...store, get } }))
  await call('GET', '/me')
  isUnreachable = true
  const spaced = { 'Idempotency-Key': 'not one key' }
  const refused = await call('POST', '/contacts', { body: {}, headers: spaced })
  expect([refused.status, refused.json.param]).toEqual([400, 'Idempotency-Key'])
})

test('an answer is not replayed if its person is erased while the body of the repeat arrives', async () => {
  const { call, begin } = await setUp()
  const email = 'zoe@example.com'
  const { id } = (await call('POST', '/contacts', { body: { email } })).json
  const path = `/contacts/${id}`
  const body = { company: 'Acme' }
  expect((await call('PATCH', path, { body, headers })).json.email).toBe(email)
  const finish = await begin(path, body, 'PATCH')
  expect((await call('POST', '/privacy/erasures', { body: { email } })).status).toBe(201)
  const { status, text } = await finish()
  expect(status).toBe(404)
  expect(text).not.toContain('zoe')
})

test('a repeat gets the chat session of its first request, even if the plan allows no further session', async () => {
  const { call, begin } = await setUp({ plans: { apex: { chat_sessions_per_month: 1 } } })
  const finish = await begin('/chat/sessions', {})
  const first = await call('POST', '/chat/sessions', { body: {}, headers })
  const second = await finish()
  expect([second.status, second.json]).toEqual([201, first.json])
})
