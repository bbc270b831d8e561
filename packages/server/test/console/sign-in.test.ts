import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { consoleSessions } from '../../src/collections/console-session.ts'
import { silentLogger } from '../../src/index.ts'
import { overStores } from '../support/stores.ts'
import { baseUrl, createConsoleKit, grace, pageHeaders } from './console-kit.ts'

const hour = 3_600_000

overStores((openStore) => {
  test('a link signs one person in, once', () => openTwice(openStore()))
})

async function openTwice(store: Store) {
  const { console, open, request, workspace } = await createConsoleKit({ store })
  const link = { workspace: workspace.id, person: grace, role: 'agent', baseUrl } as const
  const { url } = await console.createLink(link)
  expect(url.startsWith(`${baseUrl}/sign-in#`)).toBe(true)
  const both = await Promise.all([open(url), open(url)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 401])
  expect((await open(url)).status).toBe(401)
  const cookie = both.find(({ status }) => status === 204)?.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^__Host-doorkit_console=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  )
  const { json } = await request('GET', '/api/session', { cookie: cookie.split(';')[0] ?? '' })
  expect(json).toMatchObject({ person: grace, role: 'agent', workspace: { id: workspace.id } })
}

test('an expired link opens nothing', async () => {
  const { console, clock, open, workspace } = await createConsoleKit()
  const link = { workspace: workspace.id, person: grace, role: 'owner', baseUrl } as const
  const { url, expiresAt } = await console.createLink({ ...link, openWithinSeconds: 60 })
  expect(expiresAt).toBe(clock.now() + 60_000)
  clock.advance(60_000)
  expect((await open(url)).status).toBe(401)
})

test('a session ends after twelve hours, at a sign-out, or when the host ends it', async () => {
  const { clock, console, request, signIn, workspace } = await createConsoleKit()
  const statusOf = async (cookie: string) =>
    (await request('GET', '/api/session', { cookie })).status
  const first = await signIn('owner')
  const second = await signIn('owner')
  expect(await statusOf(first)).toBe(200)
  const out = await request('POST', '/sign-out', { cookie: first })
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await statusOf(first)).toBe(401)
  const other = await signIn('agent', { person: { id: 'u2', name: 'Alan' } })
  await console.endSessions({ workspace: workspace.id, person: grace.id })
  expect([await statusOf(second), await statusOf(other)]).toEqual([401, 200])
  clock.advance(12 * hour)
  expect(await statusOf(other)).toBe(401)
})

test('the host ends all sessions of a person, even if one of them is signed out meanwhile', async () => {
  const store = memoryStore()
  let signOut = async () => {}
  const kit = await createConsoleKit({
    store: {
      ...store,
      async list(query) {
        const rows = await store.list(query)
        if (query.in === consoleSessions.plan.name) await signOut()
        return rows
      },
    },
  })
  const { console, request, signIn, workspace } = kit
  const cookies = [await signIn('owner'), await signIn('owner'), await signIn('owner')]
  signOut = async () => {
    await request('POST', '/sign-out', { cookie: cookies[1] ?? '' })
  }
  await console.endSessions({ workspace: workspace.id, person: grace.id })
  for (const cookie of cookies) {
    expect((await request('GET', '/api/session', { cookie })).status).toBe(401)
  }
})

test('over plain HTTP the cookie is bound to the path, and its token does not work in the secure cookie', async () => {
  const { console, open, request, workspace } = await createConsoleKit()
  const headers = { ...pageHeaders, Origin: 'http://team.example' }
  const link = { workspace: workspace.id, person: grace, role: 'owner', baseUrl } as const
  const { url } = await console.createLink(link)
  const { headers: sent } = await open(url, { headers })
  const cookie = sent.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^doorkit_console=[^;]+; Path=\/console\/; HttpOnly; SameSite=Strict;/)
  const token = cookie.split(';')[0]?.split('=')[1]
  const get = (name: string) =>
    request('GET', '/api/session', { headers, cookie: `${name}=${token}` })
  expect((await get('doorkit_console')).status).toBe(200)
  expect((await get('__Host-doorkit_console')).status).toBe(401)
})

test('the host signs people in by its own rules, and its answer is checked', async () => {
  const access = { person: grace, role: 'viewer' } as const
  let answer: unknown = null
  const problems: unknown[] = []
  const { request, workspace, anotherWorkspace } = await createConsoleKit({
    console: { authorize: async () => answer as never },
    logger: { ...silentLogger, error: ({ error }) => void problems.push(String(error)) },
  })
  expect((await request('GET', '/api/session')).status).toBe(401)
  answer = { ...access, workspace: workspace.id }
  expect((await request('GET', '/api/session')).json).toMatchObject({
    role: 'viewer',
    expires_at: null,
  })
  const { id } = await anotherWorkspace()
  answer = { ...access, workspace: id }
  expect((await request('GET', '/api/session')).json.workspace.id).toBe(id)
  const wrong = [
    undefined,
    {},
    { ...access, role: 'root', workspace: id },
    { ...access, workspace: 'ws_no' },
  ]
  for (answer of wrong) expect((await request('GET', '/api/session')).status).toBe(500)
  expect(problems).toEqual([
    'KitError: authorize(): Invalid input: expected object, received undefined',
    'KitError: authorize().workspace: Invalid input: expected string, received undefined',
    expect.stringContaining('authorize().role: Invalid option'),
    'KitError: There is no workspace ws_no.',
  ])
})

test('the session of a link takes precedence over the sign-in of the host', async () => {
  const { request, signIn, workspace } = await createConsoleKit({
    console: {
      authorize: () => ({ workspace: workspace.id, person: grace, role: 'owner' }),
    },
  })
  const cookie = await signIn('webhooks')
  expect((await request('GET', '/api/session', { cookie })).json.role).toBe('webhooks')
  expect((await request('GET', '/api/session')).json.role).toBe('owner')
})

test('in a frame of another site the cookie is sent too, but only over HTTPS', async () => {
  const { console, open, workspace } = await createConsoleKit({
    console: { frameAncestors: ['https://app.example'] },
  })
  const link = { workspace: workspace.id, person: grace, role: 'webhooks', baseUrl } as const
  const opened = await open((await console.createLink(link)).url)
  expect(opened.headers.get('set-cookie')).toContain('SameSite=None; Partitioned')
  const plain = { ...pageHeaders, Origin: 'http://team.example' }
  const again = await open((await console.createLink(link)).url, { headers: plain })
  expect(again.headers.get('set-cookie')).toContain('SameSite=Strict')
})
