import { KnowledgeDocument } from '@doorkit/models'
import { expect, test } from 'vitest'
import { documents } from '../../src/collections/knowledge-document.ts'
import { caller, createKit } from '../support/kit.ts'
import { idsOf, walk } from '../support/pages.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

const prices = { name: 'Prices', content: 'The small plan costs 5 euros.' }

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const add = async (body: object = prices) =>
    (await call('POST', '/knowledge/documents', { body })).json
  /** The agent's answer to a question. */
  const ask = async (text: string): Promise<string> => {
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const answer = await call('POST', `/chat/sessions/${id}/messages`, { body: { text } })
    return answer.json.message.text
  }
  return { kit, call, add, ask }
}

describeOverMemory('knowledge documents', (openStore) => {
  test('are added, and the agent answers from them', async () => {
    const { call, ask } = await setUp(openStore)
    const { status, json } = await call('POST', '/knowledge/documents', { body: prices })
    expect(status).toBe(200)
    expect(KnowledgeDocument.parse(json)).toEqual({
      id: expect.stringMatching(/^doc_/),
      object: 'knowledge_document',
      ...prices,
      characters: prices.content.length,
      chunks: 1,
      created_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:00.000Z',
    })
    expect((await call('GET', `/knowledge/documents/${json.id}`)).json).toEqual(json)
    expect(await ask('What does the small plan cost?')).toContain('5 euros')
  })

  test('are changed in part, and the agent no longer answers from the old content', async () => {
    const { kit, call, add, ask } = await setUp(openStore)
    const made = await add()
    kit.clock.advance(1_000)
    const path = `/knowledge/documents/${made.id}`
    const renamed = (await call('PATCH', path, { body: { name: 'Plans' } })).json
    expect(renamed).toEqual({ ...made, name: 'Plans', updated_at: '2026-10-12T09:30:01.000Z' })
    const content = 'The small plan costs 7 pounds.'
    expect((await call('PATCH', path, { body: { content } })).json).toMatchObject({
      name: 'Plans',
      content,
    })
    const answer = await ask('What does the small plan cost?')
    expect(answer).toContain('7 pounds')
    expect(answer).not.toContain('5 euros')
  })

  test('are deleted with their passages', async () => {
    const { call, add, ask } = await setUp(openStore)
    const { id } = await add()
    const { status, json } = await call('DELETE', `/knowledge/documents/${id}`)
    expect([status, json]).toEqual([200, { id, object: 'knowledge_document', deleted: true }])
    expect(await ask('What does the small plan cost?')).not.toContain('5 euros')
    for (const method of ['GET', 'DELETE']) {
      expect.soft((await call(method, `/knowledge/documents/${id}`)).status).toBe(404)
    }
  })

  test('of many passages are replaced and removed completely', async () => {
    const { kit, call, add } = await setUp(openStore)
    const paragraph = (at: number) => `Paragraph ${at}. ${'word '.repeat(160)}`
    const content = Array.from({ length: 240 }, (_, at) => paragraph(at))
      .join('\n\n')
      .slice(0, 200_000)
    const { id, chunks } = await add({ name: 'Long', content })
    expect(chunks).toBeGreaterThan(200)
    const countPassages = async () => {
      const measures = { rows: { op: 'count' } } as const
      const [row] = await kit.store.aggregate({ in: 'knowledge_chunks', where: [], measures })
      return row?.values.rows
    }
    expect(await countPassages()).toBe(chunks)
    await call('PATCH', `/knowledge/documents/${id}`, { body: { content: 'Short.' } })
    expect(await countPassages()).toBe(1)
    await call('DELETE', `/knowledge/documents/${id}`)
    expect(await countPassages()).toBe(0)
  })

  test('are listed newest first, without their content', async () => {
    const { kit, call, add } = await setUp(openStore)
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) {
      ids.unshift((await add({ ...prices, name: `Document ${at}` })).id)
      kit.clock.advance(1)
    }
    const pages = await walk(call, '/knowledge/documents?limit=2')
    expect(idsOf(pages.flat())).toEqual(ids)
    expect(pages[0]?.[0]).not.toHaveProperty('content')
  })

  test('are refused if the name is empty or too long, or the content is empty or missing', async () => {
    const { call } = await setUp(openStore)
    const cases = [
      [{ name: '', content: 'x' }, 'name'],
      [{ name: 'x'.repeat(201), content: 'x' }, 'name'],
      [{ name: 'x', content: '' }, 'content'],
      [{ name: 'x' }, 'content'],
    ] as const
    for (const [body, param] of cases) {
      const { status, json } = await call('POST', '/knowledge/documents', { body })
      expect.soft([status, json.param]).toEqual([400, param])
    }
    expect(cases).toHaveLength(4)
  })

  test('that are changed ten times at the same time end with the content and passage of one change', async () => {
    const { kit, call, add } = await setUp(openStore)
    const { id } = await add()
    const contents = Array.from({ length: 10 }, (_, at) => `The plan costs ${at} euros.`)
    const answers = await Promise.all(
      contents.map((content) => call('PATCH', `/knowledge/documents/${id}`, { body: { content } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { content } = (await call('GET', `/knowledge/documents/${id}`)).json
    const passages = await kit.store.list({
      in: 'knowledge_chunks',
      index: 'knowledge_chunks_source',
      where: [{ column: 'source', op: 'eq', value: id }],
      dir: 'asc',
      limit: 100,
    })
    expect(passages.map(({ data }) => (data as { text: string }).text)).toEqual([content])
  })

  test('from an earlier version, with the text in their row, are read, changed and deleted', async () => {
    const { kit, call } = await setUp(openStore)
    const at = kit.clock.now()
    const columns = { workspace: kit.workspace.id, created_at: at, updated_at: at }
    const data = { ...prices, characters: prices.content.length, chunks: 1 }
    const ids = ['doc_01m4qq54e0e23rm2y6wahdad6x', 'doc_01m4qq54e0e23rm2y6wahdad6y']
    await kit.store.commit(ids.map((id) => documents.insert(id, columns, data)))
    const [changed, removed] = ids.map((id) => `/knowledge/documents/${id}`) as [string, string]
    expect((await call('GET', changed)).json).toMatchObject(prices)
    await call('PATCH', changed, { body: { name: 'Plans' } })
    expect((await call('GET', changed)).json).toMatchObject({ ...prices, name: 'Plans' })
    const row = await documents.get(kit.store, kit.workspace.id, ids[0] as string)
    expect(row?.data).not.toHaveProperty('content')
    for (const path of [changed, removed]) {
      expect((await call('DELETE', path)).status).toBe(200)
      expect((await call('GET', path)).status).toBe(404)
    }
    const measures = { rows: { op: 'count' } } as const
    const [left] = await kit.store.aggregate({ in: 'knowledge_texts', where: [], measures })
    expect(left?.values.rows).toBe(0)
  })

  test('that change while they are read are shown as they are afterwards', async () => {
    const store = openStore()
    let change = async () => {}
    const { call, add } = await setUp(() => ({
      ...store,
      async get(refs) {
        const rows = await store.get(refs)
        if (refs.some((ref) => ref.in === documents.plan.name)) await change()
        return rows
      },
    }))
    const { id } = await add()
    const path = `/knowledge/documents/${id}`
    const changed = { name: 'Plans', content: 'All plans are free.' }
    change = async () => {
      change = async () => {}
      await call('PATCH', path, { body: changed })
    }
    const { json } = await call('GET', path)
    expect(json).toMatchObject({ ...changed, characters: changed.content.length })
  })

  test('of another workspace are not found, and the agent does not answer from them', async () => {
    const { kit, add } = await setUp(openStore)
    const { id } = await add()
    const { call: other } = await kit.anotherWorkspace()
    expect((await other('GET', `/knowledge/documents/${id}`)).status).toBe(404)
    const session = (await other('POST', '/chat/sessions', { body: {} })).json
    const { json } = await other('POST', `/chat/sessions/${session.id}/messages`, {
      body: { text: 'What does the small plan cost?' },
    })
    expect(json.message.text).not.toContain('5 euros')
  })
})
