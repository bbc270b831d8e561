import { expect, test } from 'vitest'
import { notices } from '../../src/collections/notice.ts'
import { createDoorkit, type Notice } from '../../src/index.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory, describeOverStores } from '../support/stores.ts'

const grace = { id: 'user-7', name: 'Grace' }
const minute = 60_000

async function setUp(options: KitOptions = {}) {
  const given: Notice[] = []
  const kit = await createKit({ notify: (notice) => given.push(notice), ...options })
  await kit.doorkit.workspaces.update(kit.workspace.id, {
    agent: { handoff: { email: 'team@acme.example' } },
  })
  const call = caller(kit)
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  return {
    ...kit,
    call,
    given,
    id: session.conversation as string,
    people: kit.doorkit.people(kit.workspace.id),
    say: (text: string) =>
      call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } }),
  }
}

describeOverMemory('the team', (store) => {
  test('is notified when a visitor waits, writes to a person, and gets no answer', async () => {
    const { say, id, people, given, clock, doorkit, call } = await setUp({
      store: store(),
      unansweredMs: 10 * minute,
    })
    await say('I want to talk to a person.')
    expect((await doorkit.worker.tick()).notified).toBe(1)
    await people.join(id, grace)
    await say('Are you there?')
    expect((await doorkit.worker.tick()).notified).toBe(1)
    clock.advance(11 * minute)
    await doorkit.worker.tick()
    expect(given).toMatchObject([
      {
        type: 'handoff.requested',
        workspace: { name: 'Acme' },
        email: 'team@acme.example',
        hours: null,
        conversation: { id, team: { state: 'waiting' } },
        message: null,
      },
      {
        type: 'message.created',
        conversation: { team: { state: 'person', person: grace } },
        message: { text: 'Are you there?' },
      },
      { type: 'handoff.unanswered', conversation: { team: { state: 'agent' } } },
    ])
    const events = (await call('GET', '/events')).json.data.map((event: { id: string }) => event.id)
    expect(given.map((notice) => notice.id).every((key) => events.includes(key))).toBe(true)
    expect((await doorkit.worker.tick()).notified).toBe(0)
  })

  test('is notified again after a failure, with the same id, and at most six times in all', async () => {
    const seen: string[] = []
    const { say, clock, doorkit } = await setUp({
      store: store(),
      notify(notice) {
        seen.push(notice.id)
        throw new Error('Slack is down')
      },
    })
    await say('I want to talk to a person.')
    for (let pass = 0; pass < 60; pass += 1) {
      await doorkit.worker.tick()
      clock.advance(minute)
    }
    expect(seen).toHaveLength(6)
    expect(new Set(seen).size).toBe(1)
  })

  test('gets no text that was erased before the notice', async () => {
    const { say, given, doorkit, workspace } = await setUp({ store: store() })
    await say('I am Ada Byron, ada@example.com')
    await say('I want to talk to a person.')
    await doorkit.privacy.erase({ workspace: workspace.id, email: 'ada@example.com' })
    await doorkit.worker.tick()
    expect(given).toHaveLength(1)
    expect(JSON.stringify(given)).not.toMatch(/ada|byron/i)
  })
})

describeOverStores('notices', (store) => {
  test('each reach the host once, even with two workers on one store', async () => {
    const kit = await setUp({ store: store() })
    const notify = (notice: Notice) => void kit.given.push(notice)
    const other = createDoorkit({ store: kit.store, clock: kit.clock, notify })
    await kit.say('I want to talk to a person.')
    await Promise.all([kit.doorkit.worker.tick(), other.worker.tick()])
    expect(kit.given).toHaveLength(1)
  })
})

test('a kit without `notify` stores no notices', async () => {
  const { say, store } = await setUp({ notify: undefined })
  await say('I want to talk to a person.')
  const measures = { count: { op: 'count' } } as const
  const [row] = await store.aggregate({ in: notices.plan.name, where: [], measures })
  expect(row?.values.count ?? 0).toBe(0)
})
