import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound, expectProblem } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { ChatReply, ChatSession, Deletion } from './support/wire.ts'
import type { KnowledgeDocument } from './support/wire-site.ts'

const server = await startServer()
const { api } = server

const create = (body: object) => ok(api.post<KnowledgeDocument>('/knowledge/documents', body))
const read = (id: string) => ok(api.get<KnowledgeDocument>(`/knowledge/documents/${id}`))

async function ask(text: string): Promise<string> {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  return (await ok(api.post<ChatReply>(path, { text }))).message.text
}

// docs/api.md#knowledge-document
test('a document has every documented field', async () => {
  const sent = { name: 'Returns', content: 'Goods are taken back for thirty days.' }
  const document = await create(sent)
  expect(document).toMatchObject({
    ...sent,
    id: anId('doc_'),
    object: 'knowledge_document',
    characters: sent.content.length,
    chunks: 1,
    created_at: aTimestamp,
    updated_at: aTimestamp,
  })
  expect(await read(document.id)).toEqual(document)
})

test('a list of documents omits their content', async () => {
  const { id, content, ...rest } = await create({ name: 'Listed', content: 'Some content.' })
  expect(content).toBe('Some content.')
  const [newest] = await listAll<KnowledgeDocument>(api, '/knowledge/documents?limit=1')
  expect(newest).toEqual({ id, ...rest })
  expect(newest).not.toHaveProperty('content')
})

test('PATCH changes the name or the content and keeps the other', async () => {
  const { id, created_at } = await create({ name: 'Old name', content: 'Old content.' })
  const path = `/knowledge/documents/${id}`
  const renamed = await ok(api.patch<KnowledgeDocument>(path, { name: 'New name' }))
  expect(renamed).toMatchObject({ name: 'New name', content: 'Old content.', created_at })
  const rewritten = await ok(api.patch<KnowledgeDocument>(path, { content: 'Much newer content.' }))
  expect(rewritten).toMatchObject({ name: 'New name', characters: 'Much newer content.'.length })
  expect(rewritten.updated_at > renamed.updated_at).toBe(true)
  expect(await read(id)).toEqual(rewritten)
  expectNotFound(await api.patch('/knowledge/documents/doc_unknown', { name: 'x' }))
})

test('the agent answers from the current content of a document, and no longer after its deletion', async () => {
  const { id } = await create({ name: 'Bikes', content: 'Bicycles are rented at the harbour.' })
  expect(await ask('Where are bicycles rented?')).toContain('at the harbour')
  await ok(api.patch(`/knowledge/documents/${id}`, { content: 'Bicycles are rented at the lake.' }))
  const changed = await ask('Where are bicycles rented?')
  expect(changed).toContain('at the lake')
  expect(changed).not.toContain('at the harbour')
  const deleted = await ok(api.delete<Deletion>(`/knowledge/documents/${id}`))
  expect(deleted).toEqual({ id, object: 'knowledge_document', deleted: true })
  expect(await ask('Where are bicycles rented?')).not.toContain('at the lake')
  expectNotFound(await api.get(`/knowledge/documents/${id}`))
  expectNotFound(await api.delete(`/knowledge/documents/${id}`))
})

test('the name has 1 to 200 characters, and the content 1 to 200,000', async () => {
  const longest = await create({ name: 'n'.repeat(200), content: 'c'.repeat(200_000) })
  expect(longest.characters).toBe(200_000)
  await create({ name: 'n', content: 'c' })
  const wrong = [
    ['name', { content: 'c' }],
    ['name', { name: '', content: 'c' }],
    ['name', { name: 'n'.repeat(201), content: 'c' }],
    ['content', { name: 'n' }],
    ['content', { name: 'n', content: '' }],
    ['content', { name: 'n', content: 'c'.repeat(200_001) }],
    ['content', { name: 'n', content: ['c'] }],
    ['url', { name: 'n', content: 'c', url: 'https://example.com' }],
  ] as const
  for (const [param, body] of wrong)
    expectInvalid(await api.post('/knowledge/documents', body), param)
  expect(wrong).toHaveLength(8)
})

test('a character outside the Basic Multilingual Plane counts as one character', async () => {
  const content = '😀'.repeat(200_000)
  const document = await create({ name: '😀'.repeat(200), content })
  expect(document).toMatchObject({ characters: 200_000, content })
  const { characters } = await ok(
    api.patch<KnowledgeDocument>(`/knowledge/documents/${document.id}`, { content: 'a😀' }),
  )
  expect(characters).toBe(2)
  expectInvalid(
    await api.post('/knowledge/documents', { name: 'n', content: `${content}😀` }),
    'content',
  )
})

// docs/api.md#limits
test('POST and PATCH of a document accept bodies of up to 1,048,576 bytes, and refuse larger ones', async () => {
  const content = '漢'.repeat(200_000)
  expect(Buffer.byteLength(content)).toBeGreaterThan(262_144)
  const { id, characters } = await create({ name: 'Wide', content })
  expect(characters).toBe(200_000)
  await ok(api.patch(`/knowledge/documents/${id}`, { content }))
  const body = JSON.stringify({ name: 'Padded', content: 'c' })
  const tooLarge = { status: 413, code: 'invalid_request' }
  await ok(api.post('/knowledge/documents', body.padEnd(1_048_576, ' ')))
  expectProblem(await api.post('/knowledge/documents', body.padEnd(1_048_577, ' ')), tooLarge)
  const patch = JSON.stringify({ name: 'Padded' }).padEnd(1_048_577, ' ')
  expectProblem(await api.patch(`/knowledge/documents/${id}`, patch), tooLarge)
})

// docs/api.md#knowledge-document
test('a document of another workspace is not found', async () => {
  const { id } = await create({ name: 'Ours', content: 'Ours alone.' })
  expectNotFound(await server.testApi.get(`/knowledge/documents/${id}`))
  expectNotFound(await server.testApi.delete(`/knowledge/documents/${id}`))
  expect((await read(id)).name).toBe('Ours')
})
