import { grantsScope, type Role, roleScopes, roles } from '@doorkit/models'
import { consoleApi } from '@doorkit/models/console'
import { describe, expect, test } from 'vitest'
import { createConsoleKit, pageHeaders } from './console-kit.ts'

type Operation = {
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly roles?: readonly Role[]
  readonly body?: unknown
}
const operations = Object.values(consoleApi).flatMap(
  (resource) => Object.values(resource) as Operation[],
)

/** The path of the operation, with ids that do not exist. */
const pathOf = ({ path }: Operation) =>
  `/api${path.replace(/\{\w+\}/g, (name) => `${name.slice(1, 4)}_0`)}`

const send = (operation: Operation, parts: object = {}) =>
  [
    operation.method,
    pathOf(operation),
    { ...(operation.body ? { body: {} } : {}), ...parts },
  ] as const

const isOpenTo = (role: Role, { scope, roles: open }: Operation) =>
  open ? open.includes(role) : scope === 'none' || grantsScope(roleScopes[role], scope as never)

/** Whether a page of another site could show an answer in a frame. */
const canBeFramed = (headers: Headers) =>
  headers.get('x-frame-options') !== 'DENY' ||
  !headers.get('content-security-policy')?.includes("frame-ancestors 'none'")

describe('every operation of the console', () => {
  test('refuses requests without a session, and with a made-up, expired or ended one', async () => {
    const { request, signIn, clock } = await createConsoleKit()
    const expired = await signIn('owner')
    clock.advance(12 * 3_600_000)
    const ended = await signIn('owner')
    await request('POST', '/sign-out', { cookie: ended })
    const open = await signIn('owner')
    const madeUp = `${open.slice(0, -3)}abc`
    const cookies = [
      '',
      madeUp,
      ended,
      expired,
      '__Host-doorkit_console=..',
      'doorkit_console=a.b.c',
    ]
    for (const operation of operations) {
      for (const cookie of cookies) {
        const { status, json, headers } = await request(...send(operation, { cookie }))
        expect([operation.path, cookie, status, json.code]).toEqual([
          operation.path,
          cookie,
          401,
          'authentication_required',
        ])
        expect(canBeFramed(headers)).toBe(false)
      }
    }
  })

  test.each(roles)('serves the role %s only if the role allows the operation', async (role) => {
    const { request, signIn } = await createConsoleKit()
    const cookie = await signIn(role)
    let refused = 0
    for (const operation of operations) {
      const { status, headers } = await request(...send(operation, { cookie }))
      expect([operation.path, canBeFramed(headers)]).toEqual([operation.path, false])
      const isOpen = isOpenTo(role, operation)
      expect([operation.path, status === 403]).toEqual([operation.path, !isOpen])
      refused += Number(!isOpen)
    }
    expect(refused > 0).toBe(role !== 'owner')
  })

  test('refuses pages of other origins, and requests that a form can send', async () => {
    const { request, signIn } = await createConsoleKit()
    const cookie = await signIn('owner')
    const { 'Doorkit-Console': _header, ...asForm } = pageHeaders
    const { Origin: _origin, ...withoutOrigin } = pageHeaders
    const forged = [
      asForm,
      { ...pageHeaders, Origin: 'https://evil.example' },
      { ...pageHeaders, Origin: 'https://team.example.evil.example' },
      { ...pageHeaders, Origin: 'https://team.example:8443' },
      { ...pageHeaders, Origin: 'null' },
      { ...pageHeaders, 'Sec-Fetch-Site': 'same-site' },
      { ...pageHeaders, 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const operation of operations) {
      const attempts = operation.method === 'GET' ? forged : [...forged, withoutOrigin]
      for (const headers of attempts) {
        const answer = await request(...send(operation, { cookie, headers }))
        expect([operation.path, headers, answer.status]).toEqual([operation.path, headers, 403])
        expect(answer.json.param).toBe(headers === asForm ? 'Doorkit-Console' : 'Origin')
        expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      }
    }
  })
})

test('signing in and signing out are refused to other origins too', async () => {
  const { request, signIn } = await createConsoleKit()
  const cookie = await signIn('owner')
  const headers = { ...pageHeaders, Origin: 'https://evil.example' }
  expect((await request('POST', '/sign-out', { cookie, headers })).status).toBe(403)
  expect((await request('POST', '/sign-in', { headers, body: { link: 'x' } })).status).toBe(403)
  expect((await request('GET', '/api/session', { cookie })).status).toBe(200)
})

test('no operation reads or changes anything of another workspace', async () => {
  const { request, signIn, anotherWorkspace, doorkit } = await createConsoleKit()
  const other = await anotherWorkspace()
  const create = async (path: string, body: object): Promise<string> => {
    const { status, json } = await other.call('POST', path, { body })
    expect([path, status < 300]).toEqual([path, true])
    return json.id
  }
  const record = doorkit.record(other.id).conversations
  const conversation = await record.start({ page_url: 'https://b.example/' })
  await record.message(conversation, { role: 'user', text: 'A person, please.' })
  await record.requestHandoff(conversation, { reason: 'asked' })
  const headline = 'Hello'
  const theirs = await signIn('owner', { workspace: other.id })
  const trial = await request('POST', '/api/agent_trials', { cookie: theirs })
  const meeting = await doorkit.record(other.id).meetings.book({
    conversation,
    provider: 'cal.com',
    invitee: { email: 'ada@example.com' },
    start_at: '2026-10-19T09:30:00.000Z',
    end_at: '2026-10-19T10:00:00.000Z',
  })
  const ids: Readonly<Record<string, string>> = {
    agent_trials: trial.json.id,
    api_keys: other.key.id,
    contacts: await create('/contacts', { email: 'ada@example.com' }),
    chat_buttons: await create('/chat_buttons', { label: 'B', message: 'Hello' }),
    conversations: conversation,
    inbox: conversation,
    events: (await other.call('GET', '/events')).json.data[0].id,
    experiments: await create('/experiments', { name: 'E', pages: ['/'], headline }),
    link_greetings: await create('/link_greetings', { name: 'G', text: 'Hi', buttons: [] }),
    meetings: meeting,
    'knowledge/documents': await create('/knowledge/documents', { name: 'D', content: 'Text.' }),
    'knowledge/sources': await create('/knowledge/sources', { url: 'https://b.example/' }),
    personal_links: await create('/personal_links', { name: 'P', page: '/' }),
    webhook_endpoints: await create('/webhook_endpoints', {
      url: 'http://localhost:1/',
      events: ['*'],
    }),
  }
  const bodies: Readonly<Record<string, object>> = {
    '/agent_trials/{id}/messages': { text: 'Hello' },
    '/inbox/{id}/messages': { text: 'Hello' },
    '/experiments/{id}/variants': { headline },
    '/experiments/{id}/promote': { variant: 'var_0' },
  }
  const listed = [
    '/agent',
    '/chat_buttons',
    '/contacts',
    '/conversations?expand=messages',
    '/events',
    '/experiments',
    '/knowledge/documents',
    '/knowledge/sources',
    '/link_greetings',
    '/meetings',
    '/personal_links',
    '/webhook_endpoints',
  ]
  const readAll = () =>
    Promise.all(listed.map(async (path) => (await other.call('GET', path)).json))
  const before = await readAll()
  const cookie = await signIn('owner')
  let tried = 0
  for (const { method, path, body } of operations) {
    const id = ids[/^\/((?:knowledge\/)?\w+)\/\{id\}/.exec(path)?.[1] ?? '']
    const target = `/api${path.replace('{id}', id ?? '').replace('{delivery_id}', 'whd_0')}`
    // Without an id of the other workspace, only reads could show anything of that workspace.
    if (!id && method !== 'GET' && !path.includes('{')) continue
    const query =
      path === '/inbox' ? '?state=waiting' : path === '/knowledge_search' ? '?text=text' : ''
    const sent = body ? { cookie, body: bodies[path] ?? {} } : { cookie }
    const { status, text } = await request(method, `${target}${query}`, sent)
    expect([method, path, !id]).toEqual([method, path, !path.includes('{')])
    if (id) expect([method, path, status]).toEqual([method, path, 404])
    for (const one of Object.values(ids)) expect([path, text.includes(one)]).toEqual([path, false])
    tried += 1
  }
  expect(tried).toBeGreaterThan(40)
  expect(await readAll()).toEqual(before)
  expect((await other.call('GET', '/me')).status).toBe(200)
})

test('a session does not work in the workspace API, and an API key does not work in the console', async () => {
  const { doorkit, key, request, signIn } = await createConsoleKit()
  const cookie = await signIn('owner')
  const token = cookie.split('=')[1] ?? ''
  const api = await doorkit.fetch('https://x.example/v1/contacts', {
    headers: { Authorization: `Bearer ${token}`, Cookie: cookie },
  })
  expect(api.status).toBe(401)
  const headers = { ...pageHeaders, Authorization: `Bearer ${key.secret}` }
  expect((await request('GET', '/api/contacts', { headers })).status).toBe(401)
})

test('an answer says that a person may make 600 requests in a window', async () => {
  const { request, signIn } = await createConsoleKit()
  const cookie = await signIn('owner')
  const { headers } = await request('GET', '/api/contacts', { cookie })
  expect(headers.get('ratelimit-limit')).toBe('600')
})
