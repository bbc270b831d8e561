import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { memoryStore, type Ref, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { createDoorkit } from '../../src/index.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { email, leaveMarks, leaveOthers, markedAgent, marks } from './marked-person.ts'

/** A kit in which the person left marks everywhere, also in webhooks that were sent or still wait. */
async function markedKit(store: Store) {
  const kit = await createKit({ store, random: () => 0.5, ...markedAgent })
  const call = caller(kit)
  const receiver = await startReceiver((response, number) => {
    const isAboutPerson = receiver.received[number]?.body.includes(email)
    const text = isAboutPerson ? `Thanks, ${marks.answer}` : 'Thanks'
    status(number % 2 === 0 ? 200 : 500, text)(response, number)
  })
  await call('POST', '/webhook_endpoints', { body: { url: receiver.url, events: ['*'] } })
  await leaveOthers(kit, 'before', 60)
  await leaveMarks(kit)
  await leaveOthers(kit, 'after', 60)
  kit.clock.advance(3_000)
  await kit.doorkit.worker.tick()
  // After this lead, some events have no payload yet, and others have deliveries that wait for a retry.
  await kit.doorkit
    .record(kit.workspace.id)
    .conversations.captureLead(await lastConversation(kit), { email, first_name: marks.firstName })
  return { ...kit, receiver }
}

async function lastConversation(kit: Kit): Promise<string> {
  const { json } = await caller(kit)('GET', '/conversations?has_lead=true&limit=1')
  return json.data[0].id
}

async function erase(kit: Kit) {
  const { status, json } = await caller(kit)('POST', '/privacy/erasures', { body: { email } })
  expect(status).toBe(201)
  return json
}

/** Finds the marks in some bytes. */
function findMarks(bytes: string): string[] {
  const text = bytes.toLowerCase()
  return Object.values(marks).filter((mark) => text.includes(mark.toLowerCase()))
}

describe('privacy: nothing of an erased person is left', () => {
  // docs/api.md#privacy
  test('in the bytes of a SQLite file and of its logs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doorkit-erased-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'doorkit.db')
    const bytes = () =>
      ['', '-wal', '-shm']
        .map((suffix) => `${file}${suffix}`)
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'latin1'))
        .join('')
    const kit = await markedKit(sqliteStore({ file }))
    expect(findMarks(bytes())).toEqual(Object.values(marks))
    expect(await erase(kit)).toMatchObject({
      conversations: 7,
      booking_attempts: 10,
      link_bookings: 10,
      contact_deleted: true,
    })
    expect(findMarks(bytes())).toEqual([])
    const sent = kit.receiver.received.length
    kit.clock.advance(31_000)
    await kit.doorkit.worker.tick()
    const later = kit.receiver.received.slice(sent).map(({ body }) => body)
    expect(later.length).toBeGreaterThan(10)
    expect(findMarks(later.join())).toEqual([])
    expect(later.filter((body) => body.includes('"data":{"erased":true}')).length).toBeGreaterThan(
      5,
    )
    expect(findMarks(bytes())).toEqual([])
    await kit.doorkit.close()
    expect(findMarks(bytes())).toEqual([])
    expect(bytes()).toContain('after59@example.com')
  })

  // docs/api.md#privacy
  test('in the log of SQLite, which the worker of another process empties once no read transaction is open', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doorkit-erased-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'doorkit.db')
    const bytes = () =>
      [file, `${file}-wal`]
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'latin1'))
        .join('')
    const open = () => sqliteStore({ file, busyTimeoutMs: 20 })
    const kit = await createKit({ store: open() })
    await caller(kit)('POST', '/contacts', { body: { email, company: marks.company } })
    const reader = new DatabaseSync(file)
    reader.exec('begin')
    reader.prepare('select count(*) from doorkit_contacts').get()
    await erase(kit)
    expect(findMarks(bytes())).toEqual([marks.address, marks.company])
    // The erasing process ends before the log is empty.
    await kit.doorkit.close()
    const { clock } = kit
    const other = createDoorkit({ store: open(), clock })
    expect((await other.worker.tick()).finished).toBe(0)
    expect(findMarks(bytes())).toEqual([marks.address, marks.company])
    reader.exec('commit')
    reader.close()
    clock.advance(30_000)
    expect((await other.worker.tick()).finished).toBe(1)
    expect(findMarks(bytes())).toEqual([])
    clock.advance(30_000)
    expect((await other.worker.tick()).finished).toBe(0)
    await other.close()
    expect(findMarks(bytes())).toEqual([])
  })

  test('in the rows of the memory store', async () => {
    const { store, everything } = rememberRows(memoryStore())
    const kit = await markedKit(store)
    expect(findMarks(await everything())).toEqual(Object.values(marks))
    await erase(kit)
    expect(findMarks(await everything())).toEqual([])
    expect(await everything()).toContain('after59@example.com')
  })
})

/** A store that remembers the ids of all rows, and shows those that exist. */
function rememberRows(store: Store) {
  const refs = new Map<string, Ref>()
  return {
    store: {
      ...store,
      async commit(ops, options) {
        for (const op of ops) {
          if (op.op !== 'insert') continue
          const { id, columns } = op.row
          const { partition } = schemaPlan.collections.find(({ name }) => name === op.in) ?? {}
          const of = partition === undefined ? {} : { partition: String(columns[partition]) }
          refs.set(JSON.stringify([op.in, of, id]), { in: op.in, ...of, id })
        }
        return store.commit(ops, options)
      },
    } satisfies Store,
    everything: async () => JSON.stringify(await store.get([...refs.values()])),
  }
}
