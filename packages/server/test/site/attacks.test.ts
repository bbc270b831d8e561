import type { Operation } from '@doorkit/models'
import { api } from '@doorkit/models'
import { consoleApi } from '@doorkit/models/console'
import { describe, expect, test } from 'vitest'
import { createSigner, generateMasterKey } from '../../src/secrets/encryption.ts'
import { writeToken } from '../../src/secrets/site-tokens.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { acme, createSiteKit, openPage } from '../support/site.ts'
import { siteBodies as bodies, siteOperations as operations } from '../support/site-operations.ts'

const echo = agentOf((turn) => textChunks(`You said: ${turn.messages.at(-1)?.text}`))

/** A site with a visitor who has chatted, and the credentials that an attacker may try. */
async function setUp() {
  const kit = await createSiteKit({ agent: echo })
  const victim = openPage(kit)
  await victim.visit()
  await victim.say('My secret')
  const other = await kit.anotherWorkspace()
  await kit.doorkit.workspaces.update(other.id, { agent: { live: true } })
  const [otherKey] = await kit.doorkit.siteKeys.list({ workspace: other.id })
  const otherPage = openPage({ send: kit.send, siteKey: otherKey?.id ?? '' }, 'https://b.example')
  await otherPage.visit()
  const now = kit.clock.now()
  const claims = {
    workspace: kit.workspace.id,
    key: kit.siteKey,
    origin: acme,
    visitor: 'vtr_guessed',
    visit: 'vis_guessed',
    expiresAt: now + 60_000,
  }
  const visit = victim.kept.visit ?? ''
  const [text = '', signature = ''] = visit.split('.')
  const fields = JSON.parse(Buffer.from(text.slice(4), 'base64url').toString())
  const alterField = (position: number, value: unknown) => {
    const changed = Buffer.from(JSON.stringify(fields.with(position, value))).toString('base64url')
    return `dvt_${changed}.${signature}`
  }
  return {
    kit,
    victim,
    credentials: {
      none: null,
      empty: '',
      'an API key': kit.key.secret,
      'an unknown site key': 'pk_live_AAAAAAAAAAAAAAAAAAAAAAAA',
      'a visitor token': victim.kept.visitor ?? '',
      'a preview token': await kit.doorkit.site.previewToken({ workspace: kit.workspace.id }),
      'the identity secret': await kit.doorkit.siteKeys.identitySecret({
        workspace: kit.workspace.id,
      }),
      'a token signed by somebody else': writeToken(
        createSigner(generateMasterKey().key),
        'visit',
        claims,
      ),
      'a token for another workspace': alterField(0, other.id),
      'a token for another key': alterField(1, otherKey?.id),
      'a token for another origin': alterField(2, 'https://evil.example'),
      'a token for another visitor': alterField(3, 'vtr_guessed'),
      'a token that expires later': alterField(5, now + 1e12),
      'a token cut short': visit.slice(0, -1),
      'a token without a signature': text,
      'a token signed twice': `${visit}.${signature}`,
      'a token of the other kind': visit.replace('dvt_', 'dvr_'),
      'a token of another site': otherPage.kept.visit ?? '',
      'the key of another site': otherKey?.id ?? '',
    } as Record<string, string | null>,
  }
}

const wrongOrigins = [
  null,
  'null',
  'https://evil.example',
  'http://acme.example',
  'https://acme.example:8443',
  'https://acme.example.evil.example',
  'https://www.acme.example',
  'http://localhost:3000',
]

describe.each(operations)('$id', ({ id, operation }) => {
  test('refuses every credential except its own, and reveals nothing', async () => {
    const { kit, victim, credentials } = await setUp()
    const page = openPage(kit)
    let tried = 0
    for (const [name, secret] of Object.entries(credentials)) {
      const answer = await page.json(operation.method, operation.path, bodies[id], { secret })
      expect([401, 403], `${name}: ${answer.text}`).toContain(answer.status)
      expect(answer.text, name).not.toContain('secret')
      tried += 1
    }
    const wrongKind = operation.credential === 'site_key' ? victim.kept.visit : kit.siteKey
    const answer = await page.json(operation.method, operation.path, bodies[id], {
      secret: wrongKind ?? '',
    })
    expect([401, 403]).toContain(answer.status)
    expect(tried).toBe(19)
  })

  test.each(wrongOrigins)(
    'refuses a page of %s, even with a stolen token, and the page cannot read why',
    async (origin) => {
      const { kit, victim } = await setUp()
      const secret = operation.credential === 'site_key' ? kit.siteKey : (victim.kept.visit ?? '')
      const page = openPage(kit, origin)
      const answer = await page.json(operation.method, operation.path, bodies[id], { secret })
      expect([answer.status, answer.json.code, answer.json.param]).toEqual([
        403,
        'insufficient_scope',
        'Origin',
      ])
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
    },
  )

  test('refuses a replaced site key, and a token that has expired or whose site key was replaced', async () => {
    const { kit, victim } = await setUp()
    const secret = () =>
      operation.credential === 'site_key' ? kit.siteKey : (victim.kept.visit ?? '')
    const call = () =>
      victim.json(operation.method, operation.path, bodies[id], { secret: secret() })
    if (operation.credential === 'visit_token') {
      kit.clock.advance(30 * 60_000)
      expect((await call()).json.code).toBe('invalid_api_key')
      await victim.visit()
    }
    await kit.doorkit.siteKeys.replace({ workspace: kit.workspace.id })
    expect((await call()).json.code).toBe('invalid_api_key')
  })

  test('accepts no unknown field in the query', async () => {
    const { kit, victim } = await setUp()
    const secret = operation.credential === 'site_key' ? kit.siteKey : (victim.kept.visit ?? '')
    const path = `${operation.path}?before=x`
    const { status, json } = await victim.json(operation.method, path, bodies[id], { secret })
    expect([status, json.param]).toEqual([400, 'before'])
  })

  // A GET has no body.
  if (operation.method === 'GET') return
  test('accepts no body over 16 KB, and no unknown field in it', async () => {
    const { kit, victim } = await setUp()
    const secret = operation.credential === 'site_key' ? kit.siteKey : (victim.kept.visit ?? '')
    const send = (body: object) => victim.json('POST', operation.path, body, { secret })
    const large = await send({ ...bodies[id], text: 'x'.repeat(16_400) })
    expect([large.status, large.json.code]).toEqual([413, 'invalid_request'])
    const unknown = await send({ ...bodies[id], visitor: 'vtr_guessed' })
    expect([unknown.status, unknown.json.param]).toEqual([400, 'visitor'])
  })
})

describe.each(
  Object.entries(api).flatMap(([resource, members]) =>
    Object.entries<Operation>(members).map(([name, operation]) => ({
      id: `${resource}.${name}`,
      operation,
    })),
  ),
)('$id of the workspace API', ({ operation }) => {
  test('accepts no credential of the site API', async () => {
    const { kit, victim } = await setUp()
    const { visit = '', visitor = '' } = victim.kept
    const path = operation.path.replace(/\{\w+\}/g, 'x_1')
    for (const secret of [kit.siteKey, visit, visitor]) {
      const response = await kit.doorkit.fetch(`http://localhost/v1${path}`, {
        method: operation.method,
        headers: { Authorization: `Bearer ${secret}`, Origin: acme },
      })
      expect(response.status).toBe(401)
    }
  })
})

test('no operation of the console accepts a credential of the site API', async () => {
  const { kit, victim } = await setUp()
  const console = kit.doorkit.console({ authorize: () => null })
  const { visit = '', visitor = '' } = victim.kept
  for (const { method, path } of Object.values<Record<string, Operation>>(consoleApi).flatMap(
    (resource) => Object.values(resource),
  )) {
    const address = `https://team.example/console/api${path.replace(/\{\w+\}/g, 'x_1')}`
    for (const secret of [kit.siteKey, visit, visitor]) {
      const response = await console.fetch(address, {
        mountPath: '/console',
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          Cookie: `__Host-doorkit_console=${secret}`,
          Host: 'team.example',
          Origin: 'https://team.example',
          'Sec-Fetch-Site': 'same-origin',
          'Doorkit-Console': '1',
        },
      })
      expect(response.status, path).toBe(401)
    }
  }
})

test("a visitor who sends another visitor's visitor token as a visit token, and that visitor's message id, cannot read the conversation", async () => {
  const { kit, victim } = await setUp()
  const thief = openPage(kit)
  const visit = await thief.visit({ visitor_token: 'dvr_x.y', visit_token: victim.kept.visitor })
  expect(visit.json.conversation.messages).toEqual([])
  expect((await thief.json('GET', '/conversation')).json.messages).toEqual([])
  await thief.say('Hello', 'm')
  await victim.say('Hello', 'm')
  expect((await thief.json('GET', '/conversation')).text).not.toContain('secret')
  expect((await victim.json('GET', '/conversation')).json.messages).toHaveLength(4)
})

test('two visitors who send the same first request get different tokens', async () => {
  const { kit } = await setUp()
  const headers = { 'Idempotency-Key': 'same' }
  const begun = await Promise.all([
    openPage(kit).visit({}, headers),
    openPage(kit).visit({}, headers),
  ])
  const [first, second] = begun.map(({ json }) => json)
  expect(first.visitor_token).not.toBe(second.visitor_token)
  expect(first.id).not.toBe(second.id)
})
