import { expect, test } from 'vitest'
import { createConsoleKit } from './console-kit.ts'

test('an owner creates, lists and revokes API keys, and sees the secret of a new one once', async () => {
  const { doorkit, request, signIn } = await createConsoleKit()
  const cookie = await signIn('owner')
  const body = { name: 'CRM', scopes: ['contacts:read', 'contacts:read'] }
  const { status, json: made } = await request('POST', '/api/api_keys', { cookie, body })
  const hint = made.secret.slice(0, 12)
  expect([status, made]).toEqual([
    201,
    expect.objectContaining({ name: 'CRM', scopes: ['contacts:read'], status: 'active', hint }),
  ])
  const me = () =>
    doorkit.fetch('https://x.example/v1/me', {
      headers: { Authorization: `Bearer ${made.secret}` },
    })
  expect((await me()).status).toBe(200)
  const list = await request('GET', '/api/api_keys', { cookie })
  expect(list.json.data.map(({ name }: { name: string }) => name)).toEqual(['CRM', 'Test'])
  expect(list.text).not.toContain(made.secret)
  const first = await request('GET', '/api/api_keys?limit=1', { cookie })
  expect(first.json).toMatchObject({ has_more: true, data: [{ name: 'CRM' }] })
  const revoked = await request('POST', `/api/api_keys/${made.id}/revoke`, { cookie })
  expect(revoked.json).toEqual({ id: made.id, object: 'api_key', status: 'revoked' })
  expect((await me()).status).toBe(401)
})

test('the request log has requests with API keys, and none of the console', async () => {
  const { doorkit, key, request, signIn } = await createConsoleKit()
  const cookie = await signIn('viewer')
  await doorkit.fetch('https://x.example/v1/contacts?email=ada%40example.com', {
    headers: { Authorization: `Bearer ${key.secret}` },
  })
  const { json, text } = await request('GET', '/api/requests', { cookie })
  expect(json.data).toMatchObject([
    { method: 'GET', path: '/contacts', status: 200, api_key: key.id },
  ])
  expect(text).not.toContain('ada')
})

test('people of two workspaces who have the same id do not share idempotency keys', async () => {
  const { request, signIn, anotherWorkspace } = await createConsoleKit()
  const { id } = await anotherWorkspace()
  const [mine, theirs] = [await signIn('owner'), await signIn('owner', { workspace: id })]
  const upsert = (cookie: string, email: string) =>
    request('POST', '/api/contacts', {
      cookie,
      body: { email },
      headers: { ...keyHeaders },
    })
  const keyHeaders = {
    Host: 'team.example',
    Origin: 'https://team.example',
    'Doorkit-Console': '1',
    'Idempotency-Key': 'one',
  }
  const first = await upsert(mine, 'a@example.com')
  const second = await upsert(theirs, 'b@example.com')
  expect([first.json.email, second.json.email]).toEqual(['a@example.com', 'b@example.com'])
  expect((await upsert(mine, 'a@example.com')).headers.get('idempotent-replayed')).toBe('true')
})
