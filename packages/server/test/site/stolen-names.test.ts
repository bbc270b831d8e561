import { describe, expect, test } from 'vitest'
import { signVisitor } from '../../src/index.ts'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { acme, createSiteKit, openPage, sentEvents, takeEvents } from '../support/site.ts'
import { siteBodies, siteOperations } from '../support/site-operations.ts'

const shop = 'https://shop.acme.example'
const email = 'ada@example.com'
const secretText = 'Tangerine'

/**
 * A victim who is signed in and whose second answer is in progress, and two pages that attack: one on
 * another origin of the same site, and one of another site.
 */
async function setUp() {
  const { agent, started, release } = waitingAgent()
  const kit = await createSiteKit({
    agent: agentOf((turn) =>
      turn.messages.at(-1)?.text === secretText ? agent.reply(turn) : textChunks('Hello.'),
    ),
    plans: { apex: { requests_per_minute: 1_000_000 } },
  })
  const { id: workspace } = kit.workspace
  await kit.doorkit.siteKeys.update({ workspace, origins: [acme, shop] })
  const call = caller(kit)
  const victim = openPage(kit)
  const begun = await victim.visit()
  const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
  const identity = signVisitor({ secret, workspace, email, now: kit.clock.now() })
  await victim.identify(identity)
  const first = victim.say(secretText, 'first-message')
  await started()
  release()
  await first
  const { response } = await victim.call('POST', '/messages', { id: 'second', text: secretText })
  const events = sentEvents(response)
  const received = await takeEvents(events, 4)
  await started()

  const { json: chat } = await victim.json('GET', '/conversation')
  const [claims = ''] = (victim.kept.visitor ?? '').slice(4).split('.')
  const visitor: string = JSON.parse(Buffer.from(claims, 'base64url').toString())[3]
  const names: Readonly<Record<string, string>> = {
    'the visit token': victim.kept.visit ?? '',
    'the visitor token': victim.kept.visitor ?? '',
    'a preview token': await kit.doorkit.site.previewToken({ workspace }),
    'the visitor id': visitor,
    'the visit id': begun.json.id,
    'the conversation id': chat.id,
    'the id of the first message': chat.messages[0].id,
    'the id of the last message': chat.messages.at(-1).id,
    'the id of the first chunk': received[0]?.id ?? '',
    'the id of a stored answer': `${chat.messages[1].id}.1`,
    'the id that the page gave a message': 'first-message',
    'the address': email,
    'the signature': identity.signature,
  }
  const other = await kit.anotherWorkspace()
  await kit.doorkit.workspaces.update(other.id, { agent: { live: true }, plan: 'apex' })
  const [otherKey] = await kit.doorkit.siteKeys.list({ workspace: other.id })
  return {
    kit,
    names,
    identity,
    release,
    /** Everything that the victim and the team can see of the victim. */
    async state() {
      const mine = await victim.json('GET', '/conversation')
      const exported = await kit.doorkit.privacy.export({ workspace, visitor })
      const team = await call('GET', `/conversations/${chat.id}`)
      return [mine.text, JSON.stringify(exported), team.text]
    },
    rest: () => takeEvents(events, 100),
    places: {
      'another origin of the site': () => openPage(kit, shop),
      'another site': () =>
        openPage({ send: kit.send, siteKey: otherKey?.id ?? '' }, 'https://b.example'),
    } as Readonly<Record<string, () => ReturnType<typeof openPage>>>,
  }
}

/** The names of the fields of a body or a query. */
const fieldsOf = (schema: { shape: Readonly<Record<string, unknown>> } | undefined) =>
  Object.keys(schema?.shape ?? {})

interface Attack {
  readonly what: string
  readonly body?: object
  readonly search?: string
  readonly headers?: Record<string, string>
}

const headerNames = ['Last-Event-ID', 'Idempotency-Key', 'Cookie']

/** Requests of an operation that send the same token or value of the victim, each in a different place. */
function attacksOf({ id, operation }: (typeof siteOperations)[number], name: string): Attack[] {
  const valid = siteBodies[id]
  const body = valid && { body: valid }
  const value = encodeURIComponent(name)
  const headerValue = (headerName: string) => (headerName === 'Cookie' ? `token=${name}` : name)
  return [
    ...fieldsOf(operation.body).map((field) => ({
      what: `${field} of the body`,
      body: { ...valid, [field]: name },
    })),
    ...fieldsOf(operation.query).map((field) => ({
      what: `${field} of the query`,
      search: `?${field}=${value}`,
      ...body,
    })),
    ...headerNames.map((headerName) => ({
      what: `the header ${headerName}`,
      headers: { [headerName]: headerValue(headerName) },
      ...body,
    })),
    { what: 'the path', search: `/${value}`, ...body },
  ]
}

/** A text, with the claims of the tokens in it. */
function withClaims(text: string): string {
  const claims = [...text.matchAll(/dv[rtp]_([\w-]+)/g)].map(([, token = '']) =>
    Buffer.from(token, 'base64url').toString(),
  )
  return [text, ...claims].join('\n')
}

/** The most requests of an attacking visitor, which is below their limit. */
const mostRequests = 100

test('the attacks on every operation start from a valid body', () => {
  for (const { id, operation } of siteOperations) {
    const { success } = operation.body?.safeParse(siteBodies[id]) ?? { success: true }
    expect(success, id).toBe(true)
  }
})

describe.each(siteOperations)('$id', (siteOperation) => {
  test('shows and changes nothing of a visitor, even if another page sends their tokens or ids', async () => {
    const { kit, names, state, places, release, rest } = await setUp()
    const before = await state()
    const { operation } = siteOperation
    const answers: Promise<readonly [attack: string, name: string, text: string]>[] = []
    for (const [place, open] of Object.entries(places)) {
      const attacks = Object.entries(names).flatMap(([known, name]) =>
        attacksOf(siteOperation, name).map((attack) => ({ ...attack, known, name })),
      )
      let page = open()
      for (const [
        nth,
        { known, what, name, body, search = '', headers = {} },
      ] of attacks.entries()) {
        if (operation.cost === 'heavy' || nth % mostRequests === 0) {
          page = open()
          await page.visit()
          await page.say('Hello')
        }
        const own = operation.credential === 'site_key' ? { secret: page.siteKey } : {}
        const path = `${operation.path}${search}`
        const sent = await page.call(operation.method, path, body, { headers, ...own })
        const attack = `${known} as ${what} from ${place}: ${sent.status}`
        expect([429, 500], attack).not.toContain(sent.status)
        answers.push(sent.response.text().then((text) => [attack, name, withClaims(text)] as const))
      }
    }
    expect(await state()).toEqual(before)
    release()
    expect((await rest()).map(({ data }) => data).join()).toContain('Done.')
    await kit.doorkit.close()
    const secrets = [secretText, 'One moment', ...Object.values(names)]
    for (const [attack, name, text] of await Promise.all(answers)) {
      for (const word of secrets) if (word !== name) expect(text, attack).not.toContain(word)
    }
  })
})
