import type { LinkGreeting } from '@doorkit/models'
import { expect, test } from 'vitest'
import { linkDayOps } from '../../src/collections/link-day.ts'
import { toDayNumber } from '../../src/values/local-days.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

async function setUp(options: KitOptions) {
  const kit = await createKit(options)
  const call = caller(kit)
  const create = (body: object) => call('POST', '/link_greetings', { body })
  const createLink = (greeting: string | null) =>
    call('POST', '/personal_links', { body: { name: 'News', page: '/', greeting } })
  return { ...kit, call, create, createLink }
}

const spring = { name: 'Spring', text: 'Hi {first|there}, how is {company|your team}?' }

describeOverMemory('the links and results of link greetings', (openStore) => {
  test('the list is newest first, page by page, with the number of links and the results', async () => {
    const { create, call, createLink, store, workspace, clock } = await setUp({
      store: openStore(),
    })
    const ids: string[] = []
    for (let number = 0; number < 5; number++) {
      ids.unshift((await create({ ...spring, name: `G${number}` })).json.id)
      if (number === 2) clock.advance(1)
    }
    const used = ids[1] ?? ''
    const { json: one } = await createLink(used)
    await createLink(used)
    const moment = {
      workspace: workspace.id,
      link: one.id,
      greeting: used,
      day: toDayNumber(testStart),
    }
    await store.commit(linkDayOps(moment, { visits: 3, chats: 1 }))

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

  test('a greeting is not deleted if a link starts to use it during the deletion', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { create, call, createLink } = await setUp({ store })
    const { json: greeting } = await create(spring)
    const path = `/link_greetings/${greeting.id}`
    const linked: number[] = []
    beforeCommit(
      (op) => op.op === 'remove' && op.in === 'link_greetings',
      async () => linked.push((await createLink(greeting.id)).status),
    )
    const { status, json } = await call('DELETE', path)
    expect([linked, status, json.code]).toEqual([[201], 409, 'conflict'])
    expect((await call('GET', path)).json.links).toBe(1)
  })

  test('a link cannot use a greeting that is deleted while the link is created or changed', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { create, call, createLink } = await setUp({ store })
    const { json: draft } = await createLink(null)
    const requests = [
      { op: 'insert', use: createLink },
      {
        op: 'patch',
        use: (greeting: string) =>
          call('PATCH', `/personal_links/${draft.id}`, { body: { greeting } }),
      },
    ]
    for (const { op: kind, use } of requests) {
      const { json: greeting } = await create(spring)
      const removed: number[] = []
      beforeCommit(
        (op) => op.op === kind && op.in === 'personal_links',
        async () => removed.push((await call('DELETE', `/link_greetings/${greeting.id}`)).status),
      )
      const { status, json } = await use(greeting.id)
      expect([removed, status, json.param]).toEqual([[200], 400, 'greeting'])
    }
    const { data } = (await call('GET', '/personal_links')).json
    expect(data).toEqual([draft])
  })

  test('simultaneous creations, then simultaneous deletions and changes of links, leave the right counts', async () => {
    const { create, call, createLink } = await setUp({ store: openStore() })
    const { json: from } = await create(spring)
    const { json: to } = await create(spring)
    const made = await Promise.all(Array.from({ length: 20 }, () => createLink(from.id)))
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201))
    await Promise.all(
      made.map(({ json }, index) => {
        const path = `/personal_links/${json.id}`
        if (index < 5) return call('DELETE', path)
        if (index < 12) return call('PATCH', path, { body: { greeting: to.id } })
        return call('PATCH', path, { body: { name: 'Renamed', greeting: from.id } })
      }),
    )
    const countLinks = async (id: string) => (await call('GET', `/link_greetings/${id}`)).json.links
    expect([await countLinks(from.id), await countLinks(to.id)]).toEqual([8, 7])
  })
})
