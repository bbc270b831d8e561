import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aTimestamp } from './support/patterns.ts'
import { startServer } from './support/server.ts'
import { until } from './support/until.ts'
import type { ChatReply, ChatSession } from './support/wire.ts'
import type { KnowledgeSource } from './support/wire-site.ts'

const server = await startServer('--allow-private-pages')

/** The pages of a website, by path. The tests publish them. */
const pages = new Map<string, string>()
const website = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
})
await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  website.closeAllConnections()
  return new Promise<void>((resolve) => website.close(() => resolve()))
})
const origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`

/** Publishes a page on the website, and returns its URL. */
function publish(path: string, title: string, text: string): string {
  const head = `<head><title>${title}</title></head>`
  pages.set(path, `<!doctype html><html>${head}<body><main><p>${text}</p></main></body></html>`)
  return `${origin}${path}`
}

type TestWorkspace = Awaited<ReturnType<typeof openWorkspace>>

const add = ({ api }: TestWorkspace, url: string) =>
  ok(api.post<KnowledgeSource>('/knowledge/sources', { url }), 201)

const untilSource = (
  { api }: TestWorkspace,
  id: string,
  what: string,
  matches: (source: KnowledgeSource) => boolean,
) =>
  until(what, async () => {
    const source = await ok(api.get<KnowledgeSource>(`/knowledge/sources/${id}`))
    return matches(source) ? source : null
  })

const untilReady = (workspace: TestWorkspace, id: string) =>
  untilSource(workspace, id, 'the page to be ready', ({ status }) => status === 'ready')

async function ask({ api }: TestWorkspace, text: string): Promise<string> {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  return (await ok(api.post<ChatReply>(path, { text }))).message.text
}

// docs/api.md#knowledge-page-states
test.concurrent('a page becomes ready, with its title, its text and the time of its reading', async () => {
  const workspace = await openWorkspace(server)
  const url = publish('/ready', 'Opening hours', 'The workshop opens at nine in the morning.')
  const created = await add(workspace, url)
  expect(created.status).toBe('pending')
  const ready = await untilReady(workspace, created.id)
  expect(ready).toMatchObject({ id: created.id, url, title: 'Opening hours', error: null })
  expect(ready.read_at).toEqual(aTimestamp)
  expect(ready.characters).toBeGreaterThan(20)
  expect(ready.chunks).toBeGreaterThan(0)
  expect(await ask(workspace, 'When does the workshop open?')).toContain('at nine in the morning')
})

test.concurrent('a refresh reads the current content of the page', async () => {
  const workspace = await openWorkspace(server)
  const url = publish('/fresh', 'Prices', 'A ticket costs twelve crowns.')
  const { id } = await add(workspace, url)
  const before = await untilReady(workspace, id)
  publish('/fresh', 'New prices', 'A ticket costs fifteen crowns.')
  await ok(workspace.api.post(`/knowledge/sources/${id}/refresh`))
  const after = await untilSource(
    workspace,
    id,
    'the page to have its new title',
    ({ title }) => title === 'New prices',
  )
  expect((after.read_at ?? '') > (before.read_at ?? '')).toBe(true)
  const answer = await ask(workspace, 'What does a ticket cost?')
  expect(answer).toContain('fifteen crowns')
  expect(answer).not.toContain('twelve crowns')
})

test.concurrent('a page that failed becomes ready again after a successful reading', async () => {
  const workspace = await openWorkspace(server)
  const url = publish('/back', 'Parking', 'Parking is free behind the windmill.')
  const { id } = await add(workspace, url)
  const ready = await untilReady(workspace, id)
  pages.delete('/back')
  await ok(workspace.api.post(`/knowledge/sources/${id}/refresh`))
  const failed = await untilSource(
    workspace,
    id,
    'the page to have failed',
    ({ status }) => status === 'failed',
  )
  expect(failed).toMatchObject({ title: 'Parking', characters: ready.characters })
  expect(await ask(workspace, 'Where is parking?')).toContain('behind the windmill')
  publish('/back', 'Parking', 'Parking is free behind the church.')
  await ok(workspace.api.post(`/knowledge/sources/${id}/refresh`))
  expect((await untilReady(workspace, id)).error).toBeNull()
  expect(await ask(workspace, 'Where is parking?')).toContain('behind the church')
})

// docs/api.md#knowledge-page
test.concurrent('the agent no longer answers from a removed page', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await add(workspace, publish('/gone', 'Owls', 'The owl sleeps in the tower.'))
  await untilReady(workspace, id)
  expect(await ask(workspace, 'Where does the owl sleep?')).toContain('in the tower')
  await ok(workspace.api.delete(`/knowledge/sources/${id}`))
  expect(await ask(workspace, 'Where does the owl sleep?')).not.toContain('in the tower')
})
