import { memoryStore, type Store, type WriteOp } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { heldStore } from '../support/held-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { createTwoServers, forEachDatabase } from '../support/two-servers.ts'

const zoe = 'zoe@example.com'
const traces = /zoe/i
const keyed = (key: string) => ({ 'Idempotency-Key': key })

type Call = Awaited<ReturnType<typeof createTwoServers>>['call']

const erase = async (call: Call, email = zoe) => {
  const erasure = await call('POST', '/privacy/erasures', { body: { email } })
  expect(erasure.status).toBe(201)
}

/** Whether a commit stores the answer to a request. */
const storesAnswer = (ops: readonly WriteOp[]) =>
  ops.some(
    (op) =>
      op.in === 'idempotency' &&
      ((op.op === 'patch' && op.set?.token === null) ||
        (op.op === 'insert' && op.row.columns.token === null)),
  )

async function captureLead(kit: Awaited<ReturnType<typeof createTwoServers>>) {
  const record = kit.doorkit.record(kit.workspace.id)
  const conversation = await record.conversations.start({})
  await record.conversations.captureLead(conversation, { email: zoe, first_name: 'Zoe' })
  kit.clock.advance(3_000)
  await kit.doorkit.worker.tick()
}

const visitors = [
  ['with an email', { email: zoe, first_name: 'Zoe' }],
  ['by name alone', { first_name: 'Zoe' }],
] as const

forEachDatabase((openStores) => {
  describe('Stored answers do not outlive a person', () => {
    test.each(visitors)(
      'the URL built for a person %s is not replayed after their erasure',
      async (_how, body) => {
        const { call } = await createTwoServers(openStores())
        const greeting = await call('POST', '/link_greetings', { body: { name: 'A', text: 'Hi' } })
        const link = await call('POST', '/personal_links', {
          body: { name: 'A', page: '/a', greeting: greeting.json.id },
        })
        const build = () =>
          call('POST', `/personal_links/${link.json.id}/urls`, {
            body,
            headers: keyed('build'),
          })
        expect((await build()).json.url).toMatch(traces)
        expect((await build()).headers.get('idempotent-replayed')).toBe('true')
        await erase(call)
        const replay = await build()
        expect([replay.status, replay.json.code]).toEqual([404, 'not_found'])
        expect(replay.text).not.toMatch(traces)
      },
    )

    test('an export is not replayed after the erasure of somebody else', async () => {
      const kit = await createTwoServers(openStores())
      await captureLead(kit)
      const exportPerson = () =>
        kit.call('POST', '/privacy/exports', { body: { email: zoe }, headers: keyed('export') })
      const first = await exportPerson()
      expect(first.text).toMatch(traces)
      const again = await exportPerson()
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
      await erase(kit.other.call, 'somebody@example.com')
      const replay = await exportPerson()
      expect([replay.status, replay.json.code]).toEqual([404, 'not_found'])
      expect(replay.text).not.toMatch(traces)
    })

    test('the answer of a receiver is not in the replay of a redelivery after an erasure', async () => {
      const kit = await createTwoServers(openStores())
      const receiver = await startReceiver(status(500, 'Sorry, %7A%6F%65, not now'))
      const endpoint = await kit.call('POST', '/webhook_endpoints', {
        body: { url: receiver.url, events: ['*'] },
      })
      await captureLead(kit)
      const path = `/webhook_endpoints/${endpoint.json.id}/deliveries`
      const [delivery] = (await kit.call('GET', path)).json.data
      const redeliver = () =>
        kit.call('POST', `${path}/${delivery.id}/redeliver`, { headers: keyed('again') })
      const first = await redeliver()
      expect(first.text).toContain('Sorry, %7A%6F%65')
      await erase(kit.other.call)
      const replay = await redeliver()
      expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
      expect(replay.json.request_id).toBe(first.headers.get('x-request-id'))
      expect(replay.text).not.toContain('Sorry')
    })

    test('the answer of a receiver to a test is not replayed after an erasure', async () => {
      const { call, other } = await createTwoServers(openStores())
      const receiver = await startReceiver(status(200, 'The last one was about Zoe'))
      const endpoint = await call('POST', '/webhook_endpoints', {
        body: { url: receiver.url, events: ['*'] },
      })
      const probe = () =>
        call('POST', `/webhook_endpoints/${endpoint.json.id}/test`, { headers: keyed('probe') })
      expect((await probe()).text).toContain('Zoe')
      expect((await probe()).headers.get('idempotent-replayed')).toBe('true')
      await erase(other.call)
      const replay = await probe()
      expect([replay.status, replay.json.code]).toEqual([404, 'not_found'])
      expect(replay.text).not.toMatch(traces)
    })

    test('an export that races an erasure on another server is not replayed', async () => {
      const [first, second] = openStores()
      const held = heldStore(first, storesAnswer, 1)
      const kit = await createTwoServers([held.store, second])
      await captureLead(kit)
      const exportPerson = () =>
        kit.call('POST', '/privacy/exports', { body: { email: zoe }, headers: keyed('export') })
      const running = exportPerson()
      await held.held
      await erase(kit.other.call)
      held.release()
      expect((await running).text).toMatch(traces)
      const retry = await exportPerson()
      expect(retry.headers.get('idempotent-replayed')).toBeNull()
      expect(retry.json).toMatchObject({ contact: null, conversations: [] })
    })

    test.each(['before', 'after'])(
      'an answer that is stored %s the end of an erasure on another server is not replayed',
      async (when) => {
        const [first, second] = openStores()
        const answers = heldStore(first, storesAnswer, 1)
        const isReceipt = (ops: readonly WriteOp[]) => ops.some((op) => op.in === 'erasures')
        const erasures = heldStore(second, isReceipt, 1)
        const kit = await createTwoServers([answers.store, erasures.store])
        const receiver = await startReceiver(status(200, 'Hello Zoe'))
        const endpoint = await kit.call('POST', '/webhook_endpoints', {
          body: { url: receiver.url, events: ['*'] },
        })
        const probe = () =>
          kit.call('POST', `/webhook_endpoints/${endpoint.json.id}/test`, {
            headers: keyed('probe'),
          })
        const running = probe()
        await answers.held
        const erasing = erase(kit.other.call)
        await erasures.held
        if (when === 'before') {
          answers.release()
          await running
          erasures.release()
          await erasing
        } else {
          erasures.release()
          await erasing
          answers.release()
          expect((await running).status).toBe(404)
        }
        const replay = await probe()
        expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
        expect(replay.text).not.toMatch(traces)
      },
    )

    test('a write that ends after an erasure is repeated, and its new answer is stored', async () => {
      const [first, second] = openStores()
      const answers = heldStore(first, storesAnswer, 1)
      const kit = await createTwoServers([answers.store, second])
      await kit.other.call('POST', '/contacts', { body: { email: zoe, company: 'Before' } })
      const upsert = () =>
        kit.call('POST', '/contacts', {
          body: { email: zoe, phone: '1' },
          headers: keyed('upsert'),
        })
      const running = upsert()
      await answers.held
      await erase(kit.other.call)
      answers.release()
      const { json } = await running
      expect(json).toMatchObject({ email: zoe, phone: '1', company: null })
      expect((await upsert()).json).toEqual(json)
      await erase(kit.other.call)
      expect((await upsert()).status).toBe(404)
    })

    test.each([
      ['in capitals', 'ZOE@Example.com.'],
      ['percent-encoded', 'u=zoe%40example.com'],
      ['percent-encoded twice', 'u=zoe%252540example%252Ecom&x'],
      ['in quotes and brackets', `'zoe@example.com', (zoe@example.com)`],
      ['escaped for JSON', '{\\"to\\":\\"\\u007aoe\\u0040example.com\\"}'],
      ['in the wide characters of Unicode', 'zoe＠example.com'],
    ])('an answer that mentions the address %s is erased', async (_name, note) => {
      const { call, other } = await createTwoServers(openStores())
      const create = (email: string, text: string) =>
        call('POST', '/contacts', {
          body: { email, attributes: { note: text } },
          headers: keyed(email),
        })
      await create('eve@example.com', note)
      await create('kim@example.com', 'not-zoe@example.community')
      await erase(other.call)
      expect((await create('eve@example.com', note)).status).toBe(404)
      expect((await create('kim@example.com', 'not-zoe@example.community')).status).toBe(200)
    })

    test('an answer that names 80 people is erased with the last of them', async () => {
      const { call, other } = await createTwoServers(openStores())
      const content = Array.from({ length: 80 }, (_, number) => `p${number}@example.com`).join(' ')
      const create = () =>
        call('POST', '/knowledge/documents', {
          body: { name: 'List', content },
          headers: keyed('list'),
        })
      expect((await create()).status).toBe(200)
      await erase(other.call, 'p79@example.com')
      expect((await create()).status).toBe(404)
    })
  })
})

test('an erasure fails if it loses every race for a stored answer', async () => {
  const store = memoryStore()
  let losses = 0
  const commit: Store['commit'] = async (ops, options) => {
    const erasesAnswer = ops.some((op) => op.in === 'answer_people' && op.op === 'remove')
    if (!erasesAnswer) return store.commit(ops, options)
    losses += 1
    if (losses === 1_000) throw new Error('The erasure tried a thousand times.')
    return { ok: false, reason: 'guard' }
  }
  const kit = await createKit({ store: { ...store, commit } })
  const call = caller(kit)
  await call('POST', '/contacts', { body: { email: zoe }, headers: keyed('create') })
  const { workspace, doorkit } = kit
  await expect(doorkit.privacy.erase({ workspace: workspace.id, email: zoe })).rejects.toThrow(
    'A change lost 25 races in a row',
  )
  expect(losses).toBe(26)
})
