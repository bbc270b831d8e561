import { createDoorkit, manualClock } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const day = 86_400_000

/** Creates a store with a conversation and a booking of 200 days ago, and two conversations of today. */
async function createSeededStore() {
  const store = newStore()
  const clock = manualClock(Date.now() - 200 * day)
  const doorkit = createDoorkit({
    store: sqliteStore({ file: store.slice('sqlite:'.length) }),
    clock,
  })
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://a.example' })
  const record = doorkit.record(id)
  const startConversation = async () => {
    const conversation = await record.conversations.start({ channel: 'chat' })
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  }
  await startConversation()
  await record.bookings.attempt({ status: 'submitted' })
  clock.advance(200 * day)
  await startConversation()
  await startConversation()
  await doorkit.close()
  return store
}

const run = async (store: string, ...flags: string[]) => {
  const { code, stdout, stderr } = await runHere(['retention', '--store', store, ...flags])
  return { code, stdout, stderr }
}

const allFlags = ['--conversations', '180d', '--bookings', '30d', '--meetings', '1d']

test('--dry-run counts the rows of each kind that are due, and removes nothing', async () => {
  const store = await createSeededStore()
  for (let time = 0; time < 2; time += 1) {
    const { code, stdout, stderr } = await run(store, ...allFlags, '--dry-run')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^KIND +OLDER THAN +DUE\n/)
    expect(stdout).toMatch(/\nconversations +\d{4}-[^ ]+Z +1\n/)
    expect(stdout).toMatch(/\nmeetings +\d{4}-[^ ]+Z +0\n/)
    expect(stdout).toMatch(/\nbookings +\d{4}-[^ ]+Z +1\n/)
  }
})

test('retention prints to stderr what it will remove, and to stdout what it has removed', async () => {
  const store = await createSeededStore()
  const { code, stdout, stderr } = await run(store, '--conversations', '180d')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Removing conversations older than \d{4}-\S+Z: 1\.\n$/)
  expect(stdout).toMatch(/^KIND +OLDER THAN +REMOVED\nconversations +\S+ +1\n$/)
  const again = await run(store, ...allFlags, '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({
    removed: true,
    kinds: [
      { kind: 'conversations', count: 0 },
      { kind: 'meetings', count: 0 },
      { kind: 'bookings', count: 1 },
    ],
  })
  const due = await run(store, '--conversations', '1d', '--dry-run', '--json')
  expect(JSON.parse(due.stdout)).toMatchObject({ removed: false, kinds: [{ count: 0 }] })
})

test.each([
  [[], /^Give at least one age, such as --conversations 180d\.\n$/],
  [['--conversations', '6m'], /^--conversations must be a number of days[^\n]+\n$/],
  [['--bookings', '0d'], /^--bookings must be a number of days[^\n]+\n$/],
  [['--messages', '1d'], /^retention has no flag --messages[^\n]+\n$/],
])('retention with %j is refused', async (flags, problem) => {
  const { code, stdout, stderr } = await run(newStore(), ...flags)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(problem)
})

test('a store that does not exist is refused', async () => {
  const { code, stderr } = await run(newStore(), '--meetings', '1d')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^No database [^\n]+\n$/)
})
