import { linkTools, PersonalLink } from '@doorkit/models'
import { expect, test } from 'vitest'
import { linkDayOps } from '../../src/collections/link-day.ts'
import { toDayNumber } from '../../src/values/local-days.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

async function setUp(options: KitOptions) {
  const kit = await createKit(options)
  const call = caller(kit)
  const createGreeting = async (text = 'Hi {first|there} of {company}!'): Promise<string> =>
    (await call('POST', '/link_greetings', { body: { name: 'Spring', text } })).json.id
  const create = (body: object) =>
    call('POST', '/personal_links', { body: { name: 'News', page: '/pricing', ...body } })
  return { ...kit, call, createGreeting, create }
}

const nothing = { days: 30, visits: 0, chats: 0, meetings: 0 }

describeOverMemory('personal link', (openStore) => {
  test('a link with a greeting has an address, fields and templates', async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const greeting = await createGreeting()
    const { status, json } = await create({ greeting, page: '/pricing?plan=pro#top' })
    expect(status).toBe(201)
    const base = `https://acme.example/pricing?plan=pro&dw_link=${json.id}`
    expect(PersonalLink.parse(json)).toEqual({
      id: expect.stringMatching(/^lk_/),
      object: 'personal_link',
      name: 'News',
      page: '/pricing?plan=pro#top',
      greeting,
      status: 'active',
      url: `${base}#top`,
      fields: ['first_name', 'company'],
      templates: expect.objectContaining({
        hubspot: `${base}&dw_email={{contact.email}}&dw_first={{contact.firstname}}&dw_last={{contact.lastname}}&dw_company={{contact.company}}&dw_title={{contact.jobtitle}}#top`,
      }),
      results: nothing,
    })
    expect(Object.keys(json.templates).sort()).toEqual([...linkTools, 'other'].sort())
    expect((await call('GET', `/personal_links/${json.id}`)).json).toEqual(json)
  })

  test('a change of the greeting of a link changes the fields of the link', async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const greeting = await createGreeting('Hi {first}')
    const { json } = await create({ greeting })
    await call('PATCH', `/link_greetings/${greeting}`, {
      body: { text: 'Hi {title}', agent_note: 'Works at {company}.' },
    })
    const path = `/personal_links/${json.id}`
    expect((await call('GET', path)).json).toEqual({ ...json, fields: ['company', 'title'] })
  })

  test('the name and the page can change separately, and the address follows the page', async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const { json } = await create({ greeting: await createGreeting() })
    const path = `/personal_links/${json.id}`
    const renamed = await call('PATCH', path, { body: { name: 'Spring news' } })
    expect(renamed.json).toEqual({ ...json, name: 'Spring news' })
    const moved = await call('PATCH', path, { body: { page: '/' } })
    expect(moved.json).toMatchObject({
      name: 'Spring news',
      page: '/',
      url: `https://acme.example/?dw_link=${json.id}`,
      status: 'active',
    })
    expect((await call('GET', path)).json).toEqual(moved.json)
  })

  test('the address of a link follows a change of the website', async () => {
    const { create, call, doorkit, workspace, createGreeting } = await setUp({ store: openStore() })
    const { json } = await create({ greeting: await createGreeting() })
    await doorkit.workspaces.update(workspace.id, { website: 'https://new.example/start' })
    expect((await call('GET', `/personal_links/${json.id}`)).json.url).toBe(
      `https://new.example/pricing?dw_link=${json.id}`,
    )
  })

  test('a link can be deleted once, and then is not found', async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const { json: link } = await create({ greeting: await createGreeting() })
    const path = `/personal_links/${link.id}`
    const deletions = await Promise.all([call('DELETE', path), call('DELETE', path)])
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404])
    const deleted = deletions.find(({ status }) => status === 200)
    expect(deleted?.json).toEqual({ id: link.id, object: 'personal_link', deleted: true })
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', `/link_greetings/${link.greeting}`)).json.links).toBe(0)
  })
})

describeOverMemory('Operations: POST /personal_links/{id}/urls', (openStore) => {
  test("adds a person's details to the address, encoded, and only those given", async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const { json: link } = await create({
      greeting: await createGreeting(),
      page: '/pricing?a=b#top',
    })
    const build = (body: object) => call('POST', `/personal_links/${link.id}/urls`, { body })
    const base = `https://acme.example/pricing?a=b&dw_link=${link.id}`
    const { status, json } = await build({
      title: 'R&D = fun? #1',
      first_name: 'Zoë',
      email: 'zoe+news@example.com',
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      object: 'personal_link_url',
      link: link.id,
      url: `${base}&dw_email=zoe%2Bnews%40example.com&dw_first=Zo%C3%AB&dw_title=R%26D%20%3D%20fun%3F%20%231#top`,
    })
    expect(new URL(json.url).searchParams.get('dw_title')).toBe('R&D = fun? #1')
    expect((await build({})).json.url).toBe(`${base}#top`)
    const all = { email: 'a@b.co', first_name: 'F', last_name: 'L', company: 'C', title: 'T' }
    expect((await build(all)).json.url).toBe(
      `${base}&dw_email=a%40b.co&dw_first=F&dw_last=L&dw_company=C&dw_title=T#top`,
    )
  })

  test('a retry under the same idempotency key gets the same address', async () => {
    const { create, call, createGreeting } = await setUp({ store: openStore() })
    const { json: link } = await create({ greeting: await createGreeting() })
    const request = { body: { first_name: 'Ada' }, headers: { 'Idempotency-Key': 'url-1' } }
    const path = `/personal_links/${link.id}/urls`
    const first = await call('POST', path, request)
    const again = await call('POST', path, request)
    expect(again.text).toBe(first.text)
    expect(again.response.headers.get('idempotent-replayed')).toBe('true')
    const other = await call('POST', path, { ...request, body: { first_name: 'Eve' } })
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

describeOverMemory('Pagination: GET /personal_links', (openStore) => {
  test('lists links newest first, page by page, with their fields and results', async () => {
    const { create, call, createGreeting, store, workspace, clock } = await setUp({
      store: openStore(),
    })
    const greetings = [
      await createGreeting('Hi {first}'),
      await createGreeting('Hi {company}'),
      null,
    ]
    const ids: string[] = []
    for (let number = 0; number < 7; number++) {
      ids.unshift((await create({ greeting: greetings[number % 3] })).json.id)
      if (number % 2 === 0) clock.advance(1)
    }
    const momentOf = (link: string, at: number) => ({
      workspace: workspace.id,
      link,
      greeting: null,
      day: toDayNumber(at),
    })
    await store.commit([
      ...linkDayOps(momentOf(ids[0] ?? '', testStart), { visits: 2, meetings: 1 }),
      ...linkDayOps(momentOf(ids[6] ?? '', testStart), { visits: 5, chats: 3 }),
      ...linkDayOps(momentOf(ids[6] ?? '', testStart - 40 * 86_400_000), { visits: 90 }),
    ])

    const seen: PersonalLink[] = []
    let cursor = ''
    do {
      const after = cursor && `&starting_after=${cursor}`
      const { status, json } = await call('GET', `/personal_links?limit=3${after}`)
      expect(status).toBe(200)
      seen.push(...json.data)
      cursor = json.next_cursor ?? ''
      // A link that is created in the meantime does not move others.
      await create({})
    } while (cursor)
    expect(seen.map(({ id }) => id)).toEqual(ids)
    const fields = ['first_name', '', 'company', 'first_name', '', 'company', 'first_name']
    expect(seen.map((link) => link.fields.join())).toEqual(fields)
    expect(seen[0]?.results).toEqual({ days: 30, visits: 2, chats: 0, meetings: 1 })
    expect(seen[6]?.results).toEqual({ days: 30, visits: 5, chats: 3, meetings: 0 })
    expect(seen[1]?.results).toEqual(nothing)
    expect((await call('GET', `/personal_links/${ids[6]}`)).json).toEqual(seen[6])
  })
})
