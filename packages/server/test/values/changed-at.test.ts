import { describe, expect, test } from 'vitest'
import { changedAt } from '../../src/values/changed-at.ts'
import { caller, createKit } from '../support/kit.ts'

describe('a change is dated later than the change before', () => {
  test.each([
    ['made later', 9, 9],
    ['made in the same millisecond', 5, 6],
    ['made by a server whose clock is behind', 2, 6],
  ])('if the change is %s', (_when, at, expected) => {
    expect(changedAt({ updated_at: 5 }, at)).toBe(expected)
  })
})

async function setUp() {
  const kit = await createKit()
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  const create = async (path: string, body: object) =>
    `${path}/${(await call('POST', path, { body })).json.id}`
  const book = (conversation: string) =>
    record.meetings.book({
      conversation,
      provider: 'cal.com',
      start_at: 1_000,
      end_at: 2_000,
      invitee: {},
    })
  return { call, record, create, book }
}
type Kit = Awaited<ReturnType<typeof setUp>>

const contact = { email: 'ada@acme.example' }
const document = { name: 'Hours', content: 'Open from nine to five.' }
const endpoint = { url: 'https://hooks.example/a', events: ['lead.captured'] }
const change = (body: object) => (kit: Kit, path: string) => kit.call('PATCH', path, { body })

/** The creation of an object, and a change of it. */
const changes: readonly (readonly [
  string,
  (kit: Kit) => string | Promise<string>,
  (kit: Kit, path: string) => Promise<unknown>,
])[] = [
  [
    'a contact that is sent again',
    ({ create }) => create('/contacts', contact),
    ({ create }) => create('/contacts', { ...contact, company: 'Acme' }),
  ],
  [
    'a contact that is changed',
    ({ create }) => create('/contacts', contact),
    change({ company: 'Acme' }),
  ],
  [
    'a document',
    ({ create }) => create('/knowledge/documents', document),
    change({ name: 'Opening hours' }),
  ],
  [
    'an endpoint',
    ({ create }) => create('/webhook_endpoints', endpoint),
    change({ description: 'CRM' }),
  ],
  [
    'an endpoint with another secret',
    ({ create }) => create('/webhook_endpoints', endpoint),
    ({ call }, path) => call('POST', `${path}/rotate_secret`),
  ],
  ['the agent', () => '/agent', change({ name: 'Doria' })],
  ['the appearance', () => '/appearance', change({ revision: 1, title: 'Hello' })],
  [
    'a conversation',
    async ({ record }) => `/conversations/${await record.conversations.start({})}`,
    ({ record }, path) =>
      record.conversations.message(path.slice('/conversations/'.length), {
        role: 'user',
        text: 'Hello',
      }),
  ],
  [
    'a meeting',
    async ({ record, book }) => `/meetings/${await book(await record.conversations.start({}))}`,
    ({ record }, path) => record.meetings.cancel(path.slice('/meetings/'.length)),
  ],
  [
    'a session that becomes booked',
    ({ create }) => create('/chat/sessions', {}),
    async ({ call, book }, path) => book((await call('GET', path)).json.conversation),
  ],
]

describe('an object that changes in the millisecond of its creation gets a later time:', () => {
  test.each(changes)('%s', async (_what, make, alter) => {
    const kit = await setUp()
    const path = await make(kit)
    const read = async () => (await kit.call('GET', path)).json
    const before = await read()
    await alter(kit, path)
    const after = await read()
    expect(Date.parse(after.updated_at)).toBe(Date.parse(before.updated_at) + 1)
  })
})
