import { type Client, createClient } from '@doorkit/client'
import { createDoorkit, systemClock } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { type Served, startServing } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { emailOf, pageOf, prepareStorm, rageUntil, type StormWrite } from './support/storm.ts'
import { runHere } from './support/terminal.ts'

const { path } = storeFolder()

const rounds = 4
const everything = { limit: 100_000 }
const flags = (file: string, payloadDelayMs: number) => [
  ...['--store', `sqlite:${file}`, '--allow-private-webhooks'],
  ...['--payload-delay-ms', String(payloadDelayMs)],
]

/** A key that outlives the process: idempotency keys belong to it. */
async function makeKey(file: string): Promise<string> {
  const args = ['keys', 'create', '--store', `sqlite:${file}`, '--access', 'full_access', '--json']
  return JSON.parse((await runHere(args)).stdout).secret
}

const clientOf = ({ facts }: Served, apiKey: string) =>
  createClient({ apiKey, baseUrl: facts.base_url, maxRetries: 0 })

/** How often each write of the storm has had its effect. */
async function countEffects(client: Client): Promise<(write: StormWrite) => number> {
  const conversations = await client.conversations.list({ limit: 100 }).toArray(everything)
  const contacts = await client.contacts.list({ limit: 100 }).toArray(everything)
  const pages = countBy(conversations.map(({ page_url }) => page_url))
  const emails = countBy(contacts.map(({ email }) => email))
  const leads = countBy(conversations.map(({ lead }) => lead?.email))
  return ({ name, kind }) => {
    if (kind === 'session') return pages.get(pageOf(name)) ?? 0
    if (kind === 'contact') return emails.get(emailOf(name)) ?? 0
    return leads.get(emailOf(name)) ?? 0
  }
}

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

// Six starts of a process, on machines that may be busy with other tests.
const timeout = 90_000

describe('a server that is killed', { timeout }, () => {
  test('sends the webhooks it had not sent when it is started again', async () => {
    const file = path('webhooks.db')
    // Long enough for the process to be killed before the payload is built.
    const first = await startServing(...flags(file, 1_500))
    const client = clientOf(first, first.facts.api_key)
    const receiver = await startReceiver(client, 'lead.captured')
    const session = await client.chatSessions.create()
    await client.chatSessions.send(session.id, { text: "I'm Ada Lovelace, ada@example.com" })
    await first.kill()
    expect(receiver.received).toEqual([])

    await startServing(...flags(file, 1_500))
    expect((await receiver.first).data).toMatchObject({ object: { email: 'ada@example.com' } })
  })

  test('in a storm of writes loses nothing it has answered, and does nothing twice', async () => {
    const file = path('storm.db')
    let served = await startServing(...flags(file, 0))
    const apiKeys: string[] = []
    const done: StormWrite[] = []
    const stuck: { write: StormWrite; apiKey: string }[] = []
    const receiver = await startReceiver(clientOf(served, served.facts.api_key), 'lead.captured')

    for (let round = 0; round < rounds; round++) {
      const apiKey = await makeKey(file)
      apiKeys.push(apiKey)
      const client = clientOf(served, apiKey)
      const answersBeforeKill = 1 + Math.floor(Math.random() * 150)
      const killed = `killed after ${answersBeforeKill} answers`
      const writes = await prepareStorm(client, round)
      const { answered, unanswered } = await rageUntil(
        client,
        writes,
        answersBeforeKill,
        served.kill,
      )
      expect(answered.length, killed).toBeGreaterThanOrEqual(answersBeforeKill)
      expect(unanswered.length, killed).toBeGreaterThan(0)

      served = await startServing(...flags(file, 0))
      const again = clientOf(served, apiKey)
      const before = await countEffects(again)
      const lost = [...done, ...answered].filter((write) => before(write) !== 1)
      expect(
        lost.map(({ name }) => name),
        killed,
      ).toEqual([])

      done.push(...answered)
      for (const write of unanswered) {
        const result = await write.send(again)
        if (result.ok) done.push(write)
        else {
          // The dead process holds the key for a while longer; it has done nothing with it.
          expect(result.error.code, killed).toBe('idempotency_key_in_use')
          expect(before(write), killed).toBe(0)
          stuck.push({ write, apiKey })
        }
      }
    }
    await served.kill()

    const later = openLater(file)
    onTestFinished(later.close)
    for (const { write, apiKey } of stuck) {
      const result = await write.send(later.clientOf(apiKey))
      expect(result.ok, write.name).toBe(true)
      done.push(write)
    }
    const client = later.clientOf(apiKeys[0] ?? '')
    const after = await countEffects(client)
    expect(done.filter((write) => after(write) !== 1).map(({ name }) => name)).toEqual([])
    expect(done.length).toBeGreaterThan(rounds)

    await later.work()
    const events = await client.events.list({ limit: 100 }).toArray(everything)
    const logged = events.filter(({ type }) => type === 'lead.captured').map(({ id }) => id)
    expect(logged).toHaveLength(done.filter(({ kind }) => kind === 'lead').length)
    const received = new Set(receiver.received.map(({ id }) => id))
    expect([...received].sort()).toEqual([...logged].sort())
  })
})

/** Opens the store when every hold of a dead process has ended: two minutes from now. */
function openLater(file: string) {
  const doorkit = createDoorkit({
    store: sqliteStore({ file }),
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
    clock: { now: () => Date.now() + 120_000, after: systemClock.after },
  })
  return {
    clientOf: (apiKey: string) =>
      createClient({
        apiKey,
        baseUrl: 'http://localhost/v1',
        maxRetries: 0,
        fetch: (url, init) => doorkit.fetch(new Request(url, init)),
      }),
    work: () => doorkit.worker.tick(),
    close: () => doorkit.close(),
  }
}
