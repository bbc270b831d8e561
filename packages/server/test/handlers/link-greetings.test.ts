import { LinkGreeting } from '@doorkit/models'
import { expect, test } from 'vitest'
import { countOnLink, toLinkDay } from '../../src/collections/link-day.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeForEachStore } from '../support/stores.ts'

async function setUp(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const create = (body: object) => call('POST', '/link_greetings', { body })
  const link = (greeting: string | null) =>
    call('POST', '/personal_links', { body: { name: 'News', page: '/', greeting } })
  return { ...kit, call, create, link }
}

const spring = { name: 'Spring', text: 'Hi {first|there}, how is {company|your team}?' }

describeForEachStore('Resources: Link greeting', (openStore) => {
  test('a greeting is made of a name and a text', async () => {
    const { create, call } = await setUp({ store: openStore() })
    const { status, json } = await create(spring)
    expect(status).toBe(200)
    expect(LinkGreeting.parse(json)).toEqual({
      id: expect.stringMatching(/^gr_/),
      object: 'link_greeting',
      ...spring,
      buttons: [],
      agent_note: null,
      fields: ['first_name', 'company'],
      preview: {
        with_details: 'Hi Ada, how is Analytical Engines?',
        without_details: 'Hi there, how is your team?',
        buttons: [],
      },
      links: 0,
      results: { days: 30, visits: 0, chats: 0, meetings: 0 },
    })
    expect((await call('GET', `/link_greetings/${json.id}`)).json).toEqual(json)
  })

  test('up to four buttons replace those of the page', async () => {
    const { create, call } = await setUp({ store: openStore() })
    const buttons = ['Prices', 'Demo', 'Docs', 'Help'].map((label) => ({
      label,
      message: `Tell me about ${label}.`,
    }))
    const { json } = await create({ ...spring, buttons })
    expect(json.buttons).toEqual(buttons)
    expect(json.preview.buttons).toEqual(['Prices', 'Demo', 'Docs', 'Help'])
    const emptied = await call('PATCH', `/link_greetings/${json.id}`, { body: { buttons: [] } })
    expect([emptied.json.buttons, emptied.json.preview.buttons]).toEqual([[], []])
    const fifth = await create({ ...spring, buttons: [...buttons, buttons[0]] })
    expect([fifth.status, fifth.json.param]).toEqual([400, 'buttons'])
    const unnamed = await create({ ...spring, buttons: [{ label: '', message: 'Hi' }] })
    expect([unnamed.status, unnamed.json.param]).toEqual([400, 'buttons[0].label'])
  })

  test.each([null, ''])('the note for the agent is removed by %j', async (removed) => {
    const { create, call } = await setUp({ store: openStore() })
    const { json } = await create({ ...spring, agent_note: 'They met us in Paris.' })
    expect(json.agent_note).toBe('They met us in Paris.')
    const path = `/link_greetings/${json.id}`
    expect((await call('PATCH', path, { body: { name: 'Summer' } })).json.agent_note).toBe(
      json.agent_note,
    )
    expect((await call('PATCH', path, { body: { agent_note: removed } })).json.agent_note).toBe(
      null,
    )
    expect((await create({ ...spring, agent_note: removed })).json.agent_note).toBe(null)
  })

  test('the fields are those of the text and of the note for the agent', async () => {
    const { create, call } = await setUp({ store: openStore() })
    const { json } = await create({
      name: 'Spring',
      text: 'Hi {first}!',
      agent_note: '{first} is {title|somebody} at {company}.',
    })
    expect(json.fields).toEqual(['first_name', 'company', 'title'])
    const path = `/link_greetings/${json.id}`
    const changed = await call('PATCH', path, { body: { text: 'Hello {last}', agent_note: null } })
    expect(changed.json.fields).toEqual(['last_name'])
  })

  test.each([
    ['text', { name: 'Spring', text: 'Hi {name}' }],
    ['text', { name: 'Spring', text: 'Hi {first' }],
    ['text', { name: 'Spring', text: 'Hi first}' }],
    ['text', { name: 'Spring', text: 'Hi {{first}}' }],
    ['text', { name: 'Spring', text: '' }],
    ['text', { name: 'Spring', text: 't'.repeat(201) }],
    ['text', { name: 'Spring' }],
    ['agent_note', { ...spring, agent_note: 'Met {first at Paris' }],
    ['agent_note', { ...spring, agent_note: 'n'.repeat(501) }],
    ['name', { ...spring, name: '' }],
    ['name', { ...spring, name: 'n'.repeat(61) }],
    ['fields', { ...spring, fields: [] }],
  ])('a wrong %s is refused by name', async (param, body) => {
    const { create, call } = await setUp({ store: openStore() })
    const { status, json } = await create(body)
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
    expect((await call('GET', '/link_greetings')).json.data).toEqual([])
    const { json: made } = await create(spring)
    if (Object.keys(body).length > 1) {
      const changed = await call('PATCH', `/link_greetings/${made.id}`, { body })
      expect([changed.status, changed.json.param]).toEqual([400, param])
    }
  })

  test('one that is not there, or of another workspace, is not found', async () => {
    const { create, call, anotherWorkspace } = await setUp({ store: openStore() })
    const { json: greeting } = await create(spring)
    const { key } = await anotherWorkspace()
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {}
      const theirs = { secret: key.secret, ...body }
      expect((await call(method, `/link_greetings/${greeting.id}`, theirs)).status).toBe(404)
      expect((await call(method, '/link_greetings/gr_none', body)).status).toBe(404)
    }
    const { json } = await call('GET', '/link_greetings', { secret: key.secret })
    expect(json.data).toEqual([])
    expect((await call('GET', `/link_greetings/${greeting.id}`)).json).toEqual(greeting)
  })
})

describeForEachStore('Resources: Link greeting, links and results', (openStore) => {
  test('the list is newest first, page by page, with links and results', async () => {
    const { create, call, link, store, workspace, clock } = await setUp({ store: openStore() })
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      ids.unshift((await create({ ...spring, name: `G${count}` })).json.id)
      if (count === 2) clock.advance(1)
    }
    const used = ids[1] ?? ''
    const { json: one } = await link(used)
    await link(used)
    const moment = {
      workspace: workspace.id,
      link: one.id,
      greeting: used,
      day: toLinkDay(testStart),
    }
    await store.commit(countOnLink(moment, { visits: 3, chats: 1 }))

    const seen: LinkGreeting[] = []
    let cursor = ''
    do {
      const after = cursor && `&starting_after=${cursor}`
      const { status, json } = await call('GET', `/link_greetings?limit=2${after}`)
      expect(status).toBe(200)
      seen.push(...json.data)
      cursor = json.next_cursor ?? ''
    } while (cursor)
    expect(seen.map(({ id }) => id)).toEqual(ids)
    expect(seen.map(({ links }) => links)).toEqual([0, 2, 0, 0, 0])
    expect(seen.map(({ results }) => results.visits)).toEqual([0, 3, 0, 0, 0])
    expect((await call('GET', `/link_greetings/${used}`)).json).toEqual(seen[1])
  })

  test('a greeting that links use is not deleted', async () => {
    const { create, call, link } = await setUp({ store: openStore() })
    const { json: greeting } = await create(spring)
    const { json: first } = await link(greeting.id)
    const { json: second } = await link(greeting.id)
    const path = `/link_greetings/${greeting.id}`
    const refused = await call('DELETE', path)
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict'])
    await call('DELETE', `/personal_links/${first.id}`)
    expect((await call('DELETE', path)).status).toBe(409)
    await call('PATCH', `/personal_links/${second.id}`, { body: { greeting: null } })
    const deleted = await call('DELETE', path)
    expect(deleted.status).toBe(200)
    expect(deleted.json).toEqual({ id: greeting.id, object: 'link_greeting', deleted: true })
    expect((await call('GET', path)).status).toBe(404)
  })

  test('taken by a link between the look and the deletion, it is kept', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { create, call, link } = await setUp({ store })
    const { json: greeting } = await create(spring)
    const path = `/link_greetings/${greeting.id}`
    const taken: number[] = []
    beforeCommit(
      (op) => op.op === 'remove' && op.in === 'link_greetings',
      async () => taken.push((await link(greeting.id)).status),
    )
    const { status, json } = await call('DELETE', path)
    expect([taken, status, json.code]).toEqual([[201], 409, 'conflict'])
    expect((await call('GET', path)).json.links).toBe(1)
  })

  test('deleted between the look of a link and its commit, it is refused to the link', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { create, call, link } = await setUp({ store })
    const { json: draft } = await link(null)
    const takings = [
      { op: 'insert', take: (id: string) => link(id) },
      {
        op: 'patch',
        take: (greeting: string) =>
          call('PATCH', `/personal_links/${draft.id}`, { body: { greeting } }),
      },
    ]
    for (const { op: kind, take } of takings) {
      const { json: greeting } = await create(spring)
      const removed: number[] = []
      beforeCommit(
        (op) => op.op === kind && op.in === 'personal_links',
        async () => removed.push((await call('DELETE', `/link_greetings/${greeting.id}`)).status),
      )
      const { status, json } = await take(greeting.id)
      expect([removed, status, json.param]).toEqual([[200], 400, 'greeting'])
    }
    const { data } = (await call('GET', '/personal_links')).json
    expect(data).toEqual([draft])
  })

  test('links that come, go and change at one moment leave the right count', async () => {
    const { create, call, link } = await setUp({ store: openStore() })
    const { json: from } = await create(spring)
    const { json: to } = await create(spring)
    const made = await Promise.all(Array.from({ length: 20 }, () => link(from.id)))
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201))
    await Promise.all(
      made.map(({ json }, index) => {
        const path = `/personal_links/${json.id}`
        if (index < 5) return call('DELETE', path)
        if (index < 12) return call('PATCH', path, { body: { greeting: to.id } })
        return call('PATCH', path, { body: { name: 'Renamed', greeting: from.id } })
      }),
    )
    const links = async (id: string) => (await call('GET', `/link_greetings/${id}`)).json.links
    expect([await links(from.id), await links(to.id)]).toEqual([8, 7])
  })
})

describeForEachStore('Authentication: scopes of the greetings', (openStore) => {
  test('reading needs agent:read, changing agent:write', async () => {
    const reader = await setUp({ store: openStore(), scopes: ['agent:read'] })
    expect((await reader.call('GET', '/link_greetings')).status).toBe(200)
    expect((await reader.create(spring)).status).toBe(403)
    for (const method of ['PATCH', 'DELETE']) {
      expect((await reader.call(method, '/link_greetings/gr_1')).status).toBe(403)
    }
    const writer = await setUp({ store: openStore(), scopes: ['agent:write'] })
    expect((await writer.create(spring)).status).toBe(200)
    expect((await writer.call('GET', '/link_greetings')).json.data).toHaveLength(1)
  })
})
