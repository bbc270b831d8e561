import { expect, test } from 'vitest'
import { caller } from '../support/kit.ts'
import { createConsoleKit } from './console-kit.ts'

test('a trial search finds passages of its own workspace, and shows the words that matched', async () => {
  const kit = await createConsoleKit()
  const call = caller(kit)
  await call('POST', '/knowledge/documents', {
    body: { name: 'Delivery', content: 'We ship every order within two days, to all of Europe.' },
  })
  await call('POST', '/knowledge/documents', {
    body: { name: 'Opening hours', content: 'The office is open from nine to five.' },
  })
  const cookie = await kit.signIn('viewer')
  const ask = async (text: string) => {
    const path = `/api/knowledge_search?text=${encodeURIComponent(text)}`
    return (await kit.request('GET', path, { cookie })).json
  }
  const { data } = await ask('When is my order shipped?')
  expect(data).toMatchObject([{ title: 'Delivery', url: null }])
  expect(data[0].because).toContainEqual({ asked: 'order', found: ['order'] })
  expect(data[0].because.flatMap(({ found }: { found: string[] }) => found)).toContain('ship')
  expect((await ask('Who paints the moon?')).data).toEqual([])
  const other = await kit.anotherWorkspace()
  const theirs = await kit.signIn('viewer', { workspace: other.id })
  const path = '/api/knowledge_search?text=order'
  expect((await kit.request('GET', path, { cookie: theirs })).json.data).toEqual([])
})

test('the health screen shows which work waits, and since when', async () => {
  const kit = await createConsoleKit()
  const cookie = await kit.signIn('owner')
  const workOf = async () => {
    const { json } = await kit.request('GET', '/api/health', { cookie })
    expect(json.store.latency_ms).toBeGreaterThanOrEqual(0)
    return json.work.filter(({ waiting_since }: { waiting_since: unknown }) => waiting_since)
  }
  expect(await workOf()).toEqual([])
  const call = caller(kit)
  await call('POST', '/knowledge/sources', { body: { url: 'https://acme.example/prices' } })
  const [waiting] = await workOf()
  const now = new Date(kit.clock.now()).toISOString()
  expect(waiting).toMatchObject({ name: 'read', waiting_since: now })
  kit.clock.advance(120_000)
  expect(await workOf()).toEqual([waiting])
})
