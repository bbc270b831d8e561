import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { Client } from '../../src/index.ts'
import { createTestWorkspace, type TestWorkspace } from '../../src/testing/index.ts'
import { crash, createMirror } from './mirror.ts'

/** A change to the workspace. `which` and `person` are numbers that pick an object. */
type Change =
  | { type: 'contact'; person: number; company: string }
  | { type: 'conversation' }
  | { type: 'message' | 'lead' | 'handoff' | 'book'; which: number }
  | { type: 'move' | 'cancel' | 'verify' | 'erase'; which: number }
  | { type: 'pass'; milliseconds: number }

const which = fc.nat(9)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    type: fc.constant('contact' as const),
    person: fc.nat(5),
    company: fc.string({ maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('conversation' as const) }),
  fc.record({ type: fc.constantFrom('message', 'lead', 'handoff', 'book'), which }),
  fc.record({ type: fc.constantFrom('move', 'cancel', 'verify', 'erase'), which }),
  fc.record({ type: fc.constant('pass' as const), milliseconds: fc.nat(2_500) }),
)
const changes = fc.array(change, { maxLength: 6 })

const run = fc.record({
  resource: fc.constantFrom('conversations', 'contacts', 'meetings'),
  pageSize: fc.integer({ min: 1, max: 3 }),
  crashAt: fc.option(fc.nat(3), { nil: undefined }),
  before: changes,
  between: fc.array(changes, { maxLength: 3 }),
})

/** The rows that every workspace begins with, so that lists have several pages. */
const beginning: Change[] = [0, 1, 2, 3].flatMap((which): Change[] => [
  { type: 'contact', person: which, company: '' },
  { type: 'conversation' },
  { type: 'book', which },
  { type: 'pass', milliseconds: 400 },
])

/** Creates a function that applies changes to a workspace. An impossible change does nothing. */
function createWriter({ client, record, clock }: TestWorkspace) {
  const conversations: string[] = []
  const meetings: string[] = []
  const emailOf = (person: number) => `person${person}@example.com`
  const start = clock.now()

  async function apply(change: Change): Promise<void> {
    if (change.type === 'pass') return clock.advance(change.milliseconds)
    if (change.type === 'conversation') {
      conversations.push(await record.conversations.start({}))
      return
    }
    if (change.type === 'contact') {
      await client.contacts.upsert({ email: emailOf(change.person), company: change.company })
      return
    }
    const conversation = conversations[change.which % conversations.length] ?? ''
    const meeting = meetings[change.which % meetings.length] ?? ''
    const times = { start_at: start + 3_600_000 * change.which, end_at: start + 36_000_000 }
    switch (change.type) {
      case 'message':
        await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
        return
      case 'lead':
        await record.conversations.captureLead(conversation, { email: emailOf(change.which % 6) })
        return
      case 'handoff':
        return record.conversations.requestHandoff(conversation, { reason: 'a person' })
      case 'book':
        meetings.push(
          await record.meetings.book({
            ...times,
            conversation,
            provider: 'cal.com',
            invitee: { email: emailOf(change.which % 6) },
          }),
        )
        return
      case 'move':
        return record.meetings.move(meeting, times)
      case 'cancel':
        return record.meetings.cancel(meeting)
      case 'verify':
        return record.meetings.verify(meeting)
      case 'erase':
        await client.privacy.erase({ email: emailOf(change.which % 6) })
    }
  }

  return async (list: readonly Change[]) => {
    for (const change of list) {
      await apply(change).catch((error) => {
        if (!['KitError', 'ApiError'].includes(error.name)) throw error
      })
    }
  }
}

async function readAll(client: Client, resource: 'conversations' | 'contacts' | 'meetings') {
  const items = await client[resource].list({}).toArray({ limit: 1_000 })
  return Object.fromEntries(items.map((item) => [item.id, item]))
}

const numRuns = inject('matrix') ? 100 : 40

test('a mirror ends equal to the server, whatever is written during its runs and wherever they crash', async () => {
  let crashes = 0
  let resumedRuns = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(run, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 5_000),
      async (runs, overlap) => {
        await using workspace = await createTestWorkspace()
        const { client } = workspace
        const { events } = client
        const write = createWriter(workspace)
        const mirrors = {
          conversations: createMirror(client.conversations),
          contacts: createMirror(client.contacts),
          meetings: createMirror(client.meetings),
        }
        await write(beginning)
        for (const { resource, before, between, ...options } of runs) {
          await write(before)
          const mirror = mirrors[resource]
          if (mirror.checkpoint?.run) resumedRuns++
          await mirror
            .run({
              ...options,
              overlap,
              events,
              meanwhile: (_, index) => write(between[index] ?? []),
            })
            .catch((error) => {
              if (error !== crash) throw error
              crashes++
            })
        }
        for (const resource of ['conversations', 'contacts', 'meetings'] as const) {
          const mirror = mirrors[resource]
          // If the first run resumes an earlier one, the second reads the changes since its start.
          await mirror.run({ overlap, events })
          await mirror.run({ overlap, events })
          expect(mirror.checkpoint).not.toHaveProperty('run')
          const actual = await readAll(client, resource)
          expect(Object.fromEntries(mirror.items)).toEqual(actual)
        }
      },
    ),
    { numRuns },
  )
  expect(crashes).toBeGreaterThan(numRuns / 2)
  expect(resumedRuns).toBeGreaterThan(numRuns / 10)
})
