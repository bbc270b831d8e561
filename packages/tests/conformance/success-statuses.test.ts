import { expect, test } from 'vitest'
import { openWorkspace } from './support/open-workspace.ts'
import { collectEvidence, opening, proposal, startOpeningTest } from './support/opening-test.ts'
import { operations } from './support/operations.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type { Appearance } from './support/wire-site.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

/** The operations that answer 201 (docs/api.md#operations). All others answer 200. */
const answers201 = [
  'POST /conversations/{conv}/messages',
  'POST /webhook_endpoints',
  'POST /chat/sessions',
  'POST /privacy/erasures',
  'POST /knowledge/sources',
  'POST /chat_buttons',
  'POST /personal_links',
  'POST /experiments',
]

interface WithId {
  readonly id: string
}

/** Opens a workspace, with a function that calls an operation and checks the status of the answer. */
async function openChecked() {
  const workspace = await openWorkspace(server)
  const called = new Set<string>()
  return {
    workspace,
    called,
    async call<Body = WithId>(operation: string, ids: readonly string[] = [], body?: unknown) {
      const [method = '', template = ''] = operation.split(' ')
      const unusedIds = [...ids]
      const path = template.replaceAll(/\{\w+\}/g, () => unusedIds.shift() ?? '')
      const answer = await workspace.api.send<Body>(method, path, { body })
      const status = answers201.includes(operation) ? 201 : 200
      expect(answer.status, `${operation}: ${answer.text}`).toBe(status)
      called.add(operation)
      return answer.body
    },
  }
}

// docs/api.md#operations
test('every operation answers a valid request with its documented status', async () => {
  const { workspace, called, call } = await openChecked()
  for (const path of ['/me', '/workspace', '/analytics', '/agent']) await call(`GET ${path}`)
  await call('PATCH /agent', [], { name: 'Ada' })
  const { revision } = await call<Appearance>('GET /appearance')
  await call('PATCH /appearance', [], { revision, title: 'Hello' })

  const contact = await call('POST /contacts', [], { email: 'ada@example.com' })
  await call('PATCH /contacts/{ct}', [contact.id], { company: 'Engines' })
  await call('DELETE /contacts/{ct}', [contact.id])
  const { id: secondContact } = await call('POST /contacts', [], { email: 'grace@example.com' })
  await call('GET /contacts')
  await call('GET /contacts/{ct}', [secondContact])

  const { id: button } = await call('POST /chat_buttons', [], { label: 'Hi', message: 'Hello' })
  await call('GET /chat_buttons')
  await call('GET /chat_buttons/{btn}', [button])
  await call('PATCH /chat_buttons/{btn}', [button], { label: 'Hey' })
  await call('DELETE /chat_buttons/{btn}', [button])

  const { id: greeting } = await call('POST /link_greetings', [], { name: 'G', text: 'Hello' })
  const { id: link } = await call('POST /personal_links', [], { name: 'L', page: '/', greeting })
  await call('GET /personal_links')
  await call('GET /personal_links/{lk}', [link])
  await call('POST /personal_links/{lk}/urls', [link], { first_name: 'Ada' })
  await call('PATCH /personal_links/{lk}', [link], { name: 'M' })
  await call('DELETE /personal_links/{lk}', [link])
  await call('GET /link_greetings')
  await call('GET /link_greetings/{gr}', [greeting])
  await call('PATCH /link_greetings/{gr}', [greeting], { name: 'H' })
  await call('DELETE /link_greetings/{gr}', [greeting])

  const documentBody = { name: 'FAQ', content: 'We open at nine.' }
  const { id: document } = await call('POST /knowledge/documents', [], documentBody)
  await call('GET /knowledge/documents')
  await call('GET /knowledge/documents/{doc}', [document])
  await call('PATCH /knowledge/documents/{doc}', [document], { name: 'Hours' })
  await call('DELETE /knowledge/documents/{doc}', [document])
  const sourceBody = { url: 'https://no-such-host.invalid/' }
  const { id: page } = await call('POST /knowledge/sources', [], sourceBody)
  await call('GET /knowledge/sources')
  await call('GET /knowledge/sources/{src}', [page])
  await call('POST /knowledge/sources/{src}/refresh', [page])
  await call('DELETE /knowledge/sources/{src}', [page])

  const { id: session } = await call('POST /chat/sessions', [], {})
  await call('POST /chat/sessions/{chs}/messages', [session], { text: 'Hello' })
  await call('GET /chat/sessions/{chs}', [session])
  const conversation = await workspace.site.chat()
  const meeting = await workspace.site.book(conversation, 'ada@example.com')
  await call('GET /conversations')
  await call('GET /conversations/{conv}', [conversation])
  const person = { id: 'grace', name: 'Grace Hopper' }
  await call('POST /conversations/{conv}/join', [conversation], { person })
  await call('POST /conversations/{conv}/messages', [conversation], { person, text: 'Hello' })
  await call('POST /conversations/{conv}/leave', [conversation], { person })
  await call('GET /meetings')
  await call('GET /meetings/{mtg}', [meeting])
  await call('POST /privacy/exports', [], { email: 'ada@example.com' })
  await call('POST /privacy/erasures', [], { email: 'ada@example.com' })
  await call('DELETE /conversations/{conv}', [conversation])

  const hook = { url: receiver.openTarget().url, events: ['experiment.started'] }
  const { id: endpoint } = await call('POST /webhook_endpoints', [], hook)
  const { id: experiment } = await call('POST /experiments', [], opening)
  await call('POST /experiments/{exp}/variants', [experiment], proposal)
  for (const step of ['start', 'pause', 'resume', 'stop']) {
    await call(`POST /experiments/{exp}/${step}`, [experiment])
  }
  await call('GET /experiments')
  await call('GET /experiments/{exp}', [experiment])
  const [applied, promoted] = [await startOpeningTest(workspace), await startOpeningTest(workspace)]
  for (const openingTest of [applied, promoted]) await collectEvidence(workspace, openingTest)
  await call('POST /experiments/{exp}/apply_winner', [applied.id])
  const variant = promoted.variants[1]?.id
  await call('POST /experiments/{exp}/promote', [promoted.id], { variant })

  const { id: delivery, event } = await workspace.hooks.untilDelivery(endpoint, 'delivered')
  await call('GET /events')
  await call('GET /events/{evt}', [event])
  await call('POST /events/{evt}/redeliver', [event])
  await call('GET /webhook_endpoints')
  await call('GET /webhook_endpoints/{we}', [endpoint])
  await call('GET /webhook_endpoints/{we}/deliveries', [endpoint])
  const ids = [endpoint, delivery]
  await call('POST /webhook_endpoints/{we}/deliveries/{whd}/redeliver', ids)
  await call('POST /webhook_endpoints/{we}/test', [endpoint])
  await call('POST /webhook_endpoints/{we}/rotate_secret', [endpoint])
  await call('PATCH /webhook_endpoints/{we}', [endpoint], { description: 'CRM' })
  await call('DELETE /webhook_endpoints/{we}', [endpoint])

  const listed = operations.map(({ method, path }) => `${method} ${path}`)
  expect([...called].sort()).toEqual([...listed].sort())
})

test('every deletion answers with the id, the kind and deleted: true', async () => {
  const { workspace, call } = await openChecked()
  const create = async (path: string, body: object) => (await call(`POST ${path}`, [], body)).id
  const document = { name: 'FAQ', content: 'We open at nine.' }
  const hook = { url: 'https://hooks.example.com/', events: ['*'] }
  const page = { url: 'https://no-such-host.invalid/' }
  const kinds = [
    ['/contacts', 'contact', { email: 'ada@example.com' }],
    ['/chat_buttons', 'chat_button', { label: 'Hi', message: 'Hello' }],
    ['/link_greetings', 'link_greeting', { name: 'G', text: 'Hello' }],
    ['/personal_links', 'personal_link', { name: 'L', page: '/' }],
    ['/knowledge/documents', 'knowledge_document', document],
    ['/knowledge/sources', 'knowledge_source', page],
    ['/webhook_endpoints', 'webhook_endpoint', hook],
    ['/conversations', 'conversation', undefined],
  ] as const
  for (const [path, object, body] of kinds) {
    const id = await (body ? create(path, body) : workspace.site.chat())
    const answer = await call<object>(`DELETE ${path}/{id}`, [id])
    const { erasure, ...rest } = answer as { erasure?: unknown }
    expect(rest).toEqual({ id, object, deleted: true })
    expect(erasure !== undefined, path).toBe(object === 'contact')
    expect((await workspace.api.get(`${path}/${id}`)).status, path).toBe(404)
  }
  const deletions = operations.filter(({ method }) => method === 'DELETE')
  expect(kinds).toHaveLength(deletions.length)
})
