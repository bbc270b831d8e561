import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aTimestamp } from './support/patterns.ts'
import { expectConflict, expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { ChatSession } from './support/wire.ts'
import type { AgentSettings } from './support/wire-site.ts'

const server = await startServer()

const settings = {
  name: 'Doria',
  instructions: 'Answer briefly.',
  tone: 'formal',
  language: 'de-CH',
  handoff: { enabled: true, email: 'team@example.com' },
  booking: { enabled: true, url: 'https://cal.example.com/demo' },
} as const

// docs/api.md#agent-settings
test('the agent has every documented setting', async () => {
  const { api } = await openWorkspace(server)
  expect(await ok(api.get<AgentSettings>('/agent'))).toMatchObject({
    object: 'agent',
    live: expect.any(Boolean),
    name: expect.any(String),
    instructions: expect.any(String),
    tone: expect.stringMatching(/^(friendly|neutral|formal)$/),
    language: expect.any(String),
    handoff: { enabled: expect.any(Boolean), email: null },
    booking: { enabled: expect.any(Boolean), url: null },
    updated_at: aTimestamp,
  })
})

test('PATCH changes the given settings, keeps the others and answers with all of them', async () => {
  const { api } = await openWorkspace(server)
  const before = await ok(api.get<AgentSettings>('/agent'))
  let expected = before
  for (const [name, value] of Object.entries(settings)) {
    const after = await ok(api.patch<AgentSettings>('/agent', { [name]: value }))
    expected = { ...expected, [name]: value, updated_at: after.updated_at }
    expect(after).toEqual(expected)
  }
  expect(await ok(api.get('/agent'))).toEqual(expected)
  expect(expected.updated_at > before.updated_at).toBe(true)
})

test('the setting `live` switches the chat on and off', async () => {
  const { api } = await openWorkspace(server)
  await ok(api.post('/knowledge/documents', { name: 'FAQ', content: 'We open at nine.' }))
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  expect((await ok(api.patch<AgentSettings>('/agent', { live: false }))).live).toBe(false)
  expectConflict(await api.post('/chat/sessions', {}))
  expectConflict(await api.post(`/chat/sessions/${session.id}/messages`, { text: 'Hello' }))
  expect((await ok(api.patch<AgentSettings>('/agent', { live: true }))).live).toBe(true)
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text: 'Hello' }))
  await ok(api.post('/chat/sessions', {}), 201)
})

test('the chat cannot be switched on while the agent has no knowledge', async () => {
  const { api } = await openWorkspace(server)
  await ok(api.patch('/agent', { live: false }))
  expect(expectConflict(await api.patch('/agent', { live: true })).param).toBe('live')
  expect((await ok(api.get<AgentSettings>('/agent'))).live).toBe(false)
  await ok(api.post('/knowledge/sources', { url: 'https://no-such-host.invalid/' }), 201)
  expectConflict(await api.patch('/agent', { live: true, name: 'Kept back' }))
  expect((await ok(api.get<AgentSettings>('/agent'))).name).not.toBe('Kept back')
  await ok(api.post('/knowledge/documents', { name: 'FAQ', content: 'We open at nine.' }))
  expect((await ok(api.patch<AgentSettings>('/agent', { live: true }))).live).toBe(true)
})

test('each setting is accepted within its limits and refused beyond them', async () => {
  const { api } = await openWorkspace(server)
  const good = [
    { name: 'n'.repeat(80) },
    { instructions: 'i'.repeat(8_000) },
    { tone: 'friendly' },
    { tone: 'neutral' },
    { language: 'auto' },
    { language: 'pt-BR' },
    { handoff: { enabled: false, email: null } },
    { booking: { enabled: false, url: null } },
  ]
  for (const body of good) expect(await ok(api.patch('/agent', body))).toMatchObject(body)
  const bad = [
    ['name', { name: '' }],
    ['name', { name: 'n'.repeat(81) }],
    ['instructions', { instructions: 'i'.repeat(8_001) }],
    ['tone', { tone: 'rude' }],
    ['language', { language: 'not a language' }],
    ['live', { live: 'yes' }],
    ['handoff.email', { handoff: { enabled: true, email: 'nobody' } }],
    ['handoff.phone', { handoff: { enabled: true, email: null, phone: '1' } }],
    ['booking.url', { booking: { enabled: true, url: 'javascript:alert(1)' } }],
    ['mood', { mood: 'good' }],
  ] as const
  for (const [param, body] of bad) expectInvalid(await api.patch('/agent', body), param)
  expect(good.length + bad.length).toBe(18)
})

// docs/api.md#scopes
test('agent:read can only read the settings, and agent:write can change them', async () => {
  const reader = await server.withScopes('agent:read')
  await ok(reader.get('/agent'))
  expect((await reader.patch('/agent', { name: 'Mine' })).status).toBe(403)
  const writer = await server.withScopes('agent:write')
  await ok(writer.patch('/agent', { name: 'Mine' }))
})
