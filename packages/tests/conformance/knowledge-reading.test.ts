import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { aTimestamp } from './support/patterns.ts'
import { startServer } from './support/server.ts'
import { openTenant } from './support/tenant.ts'
import { until } from './support/until.ts'
import type { ChatReply, ChatSession } from './support/wire.ts'
import type { KnowledgeSource } from './support/wire-site.ts'

const server = await startServer('--allow-private-pages')

/** A website whose pages the tests write. */
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

/** Puts a page on the website; the answer is its address. */
function publish(path: string, title: string, text: string): string {
  const head = `<head><title>${title}</title></head>`
  pages.set(path, `<!doctype html><html>${head}<body><main><p>${text}</p></main></body></html>`)
  return `${origin}${path}`
}

type Tenant = Awaited<ReturnType<typeof openTenant>>

const add = ({ api }: Tenant, url: string) =>
  ok(api.post<KnowledgeSource>('/knowledge/sources', { url }), 201)

const sourceOnce = (
  { api }: Tenant,
  id: string,
  what: string,
  isSo: (source: KnowledgeSource) => boolean,
) =>
  until(what, async () => {
    const source = await ok(api.get<KnowledgeSource>(`/knowledge/sources/${id}`))
    return isSo(source) ? source : null
  })

const readyOnce = (tenant: Tenant, id: string) =>
  sourceOnce(tenant, id, 'the page is ready', ({ status }) => status === 'ready')

async function ask({ api }: Tenant, text: string): Promise<string> {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  return (await ok(api.post<ChatReply>(path, { text }))).message.text
}

// docs/api.md#knowledge-page-states
test.concurrent('a page becomes ready, with a title, its text and the time of reading', async () => {
  const tenant = await openTenant(server)
  const url = publish('/ready', 'Opening hours', 'The workshop opens at nine in the morning.')
  const created = await add(tenant, url)
  expect(created.status).toBe('pending')
  const ready = await readyOnce(tenant, created.id)
  expect(ready).toMatchObject({ id: created.id, url, title: 'Opening hours', error: null })
  expect(ready.read_at).toEqual(aTimestamp)
  expect(ready.characters).toBeGreaterThan(20)
  expect(ready.chunks).toBeGreaterThan(0)
  expect(await ask(tenant, 'When does the workshop open?')).toContain('at nine in the morning')
})

test.concurrent('a refresh reads what the page says now', async () => {
  const tenant = await openTenant(server)
  const url = publish('/fresh', 'Prices', 'A ticket costs twelve crowns.')
  const { id } = await add(tenant, url)
  const before = await readyOnce(tenant, id)
  publish('/fresh', 'New prices', 'A ticket costs fifteen crowns.')
  await ok(tenant.api.post(`/knowledge/sources/${id}/refresh`))
  const after = await sourceOnce(tenant, id, 'the new page', ({ title }) => title === 'New prices')
  expect((after.read_at ?? '') > (before.read_at ?? '')).toBe(true)
  const answer = await ask(tenant, 'What does a ticket cost?')
  expect(answer).toContain('fifteen crowns')
  expect(answer).not.toContain('twelve crowns')
})

test.concurrent('a page that comes back is ready again', async () => {
  const tenant = await openTenant(server)
  const url = publish('/back', 'Parking', 'Parking is free behind the windmill.')
  const { id } = await add(tenant, url)
  const ready = await readyOnce(tenant, id)
  pages.delete('/back')
  await ok(tenant.api.post(`/knowledge/sources/${id}/refresh`))
  const failed = await sourceOnce(tenant, id, 'failure', ({ status }) => status === 'failed')
  expect(failed).toMatchObject({ title: 'Parking', characters: ready.characters })
  expect(await ask(tenant, 'Where is parking?')).toContain('behind the windmill')
  publish('/back', 'Parking', 'Parking is free behind the church.')
  await ok(tenant.api.post(`/knowledge/sources/${id}/refresh`))
  expect((await readyOnce(tenant, id)).error).toBeNull()
  expect(await ask(tenant, 'Where is parking?')).toContain('behind the church')
})

// docs/api.md#knowledge-page
test.concurrent('the agent no longer answers from a page that was removed', async () => {
  const tenant = await openTenant(server)
  const { id } = await add(tenant, publish('/gone', 'Owls', 'The owl sleeps in the tower.'))
  await readyOnce(tenant, id)
  expect(await ask(tenant, 'Where does the owl sleep?')).toContain('in the tower')
  await ok(tenant.api.delete(`/knowledge/sources/${id}`))
  expect(await ask(tenant, 'Where does the owl sleep?')).not.toContain('in the tower')
})
