import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId } from './support/patterns.ts'
import { expectConflict, expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Deletion, List } from './support/wire.ts'
import type { ChatButton } from './support/wire-site.ts'

const server = await startServer()

type TestWorkspace = Awaited<ReturnType<typeof openWorkspace>>

const priceButton = { label: 'Prices', message: 'What does it cost?', behavior: 'send' }
const create = ({ api }: TestWorkspace, body: object) =>
  ok(api.post<ChatButton>('/chat_buttons', body), 201)
const list = async ({ api }: TestWorkspace) =>
  (await ok(api.get<List<ChatButton>>('/chat_buttons'))).data

// docs/api.md#chat-button
test('a button has every documented field', async () => {
  const workspace = await openWorkspace(server)
  const button = await create(workspace, {
    ...priceButton,
    style: 'custom',
    size: 'custom',
    corners: 'custom',
    width: 'full',
    colors: { background: '#112233', text: '#ffffff', border: null, hover: '#445566' },
    custom: { paddingX: 12, paddingY: 8, fontSize: 14, radius: 6 },
    nofollow: true,
  })
  expect(button).toEqual({
    ...priceButton,
    id: anId('btn_'),
    object: 'chat_button',
    style: 'custom',
    size: 'custom',
    corners: 'custom',
    width: 'full',
    colors: { background: '#112233', text: '#ffffff', border: null, hover: '#445566' },
    custom: { paddingX: 12, paddingY: 8, fontSize: 14, radius: 6 },
    nofollow: true,
    link: '',
    html: '',
  })
})

test('a button with only a label and a message has defaults for the rest', async () => {
  const { label, message } = priceButton
  expect(await create(await openWorkspace(server), { label, message })).toEqual({
    ...priceButton,
    id: anId('btn_'),
    object: 'chat_button',
    style: 'brand',
    size: 'sm',
    corners: 'match',
    width: 'auto',
    colors: { background: null, text: null, border: null, hover: null },
    custom: { paddingX: 16, paddingY: 10, fontSize: 14, radius: 8 },
    nofollow: false,
    link: '',
    html: '',
  })
})

test('a change keeps omitted fields, and merges colors and custom sizes', async () => {
  const workspace = await openWorkspace(server)
  const colors = { background: '#111111', text: '#222222' }
  const button = await create(workspace, {
    ...priceButton,
    style: 'custom',
    colors,
    custom: { radius: 4 },
  })
  const path = `/chat_buttons/${button.id}`
  const body = { size: 'lg', colors: { text: null, hover: '#333333' }, custom: { paddingX: 1.5 } }
  const changed = await ok(workspace.api.patch<ChatButton>(path, body))
  expect(changed).toEqual({
    ...button,
    size: 'lg',
    colors: { background: '#111111', text: null, border: null, hover: '#333333' },
    custom: { paddingX: 1.5, paddingY: 10, fontSize: 14, radius: 4 },
  })
  const { id: _, object: __, ...asRead } = changed
  expect(await ok(workspace.api.patch(path, asRead))).toEqual(changed)
})

test('each enumeration accepts only its values', async () => {
  const workspace = await openWorkspace(server)
  const values = {
    style: ['brand', 'outline', 'ghost', 'custom'],
    size: ['sm', 'md', 'lg', 'custom'],
    corners: ['match', 'square', 'rounded', 'pill', 'custom'],
    width: ['auto', 'full'],
  } as const
  const { id } = await create(workspace, priceButton)
  const path = `/chat_buttons/${id}`
  let accepted = 0
  for (const [name, allowed] of Object.entries(values)) {
    for (const value of allowed) {
      const button = await ok(workspace.api.patch<ChatButton>(path, { [name]: value }))
      expect(button).toMatchObject({ [name]: value })
      accepted += 1
    }
    expectInvalid(await workspace.api.patch(path, { [name]: 'huge' }), name)
  }
  expect(accepted).toBe(15)
  expectInvalid(await workspace.api.patch(path, { behavior: 'explode' }), 'behavior')
})

test('each behavior requires the field that it uses', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const link = { label: 'Docs', behavior: 'link', link: 'https://acme.example/docs' }
  const html = { label: 'Video', behavior: 'html', html: '<b>Watch</b>' }
  expect(await create(workspace, link)).toMatchObject(link)
  expect(await create(workspace, html)).toMatchObject(html)
  for (const behavior of ['send', 'link', 'html']) {
    const param = behavior === 'send' ? 'message' : behavior
    expectInvalid(await api.post('/chat_buttons', { label: 'Bare', behavior }), param)
  }
})

test('a change is refused if the changed button would be invalid', async () => {
  const workspace = await openWorkspace(server)
  const button = await create(workspace, priceButton)
  const path = `/chat_buttons/${button.id}`
  const change = (body: object) => workspace.api.patch<ChatButton>(path, body)
  expectInvalid(await change({ behavior: 'link' }), 'link')
  expectInvalid(await change({ behavior: 'html' }), 'html')
  expectInvalid(await change({ message: '' }), 'message')
  expect(await ok(workspace.api.get(path))).toEqual(button)
  const linked = { behavior: 'link', link: 'https://acme.example/help' }
  expect(await ok(change(linked))).toEqual({ ...button, ...linked })
  await ok(change({ message: '' }))
  expectInvalid(await change({ behavior: 'send' }), 'message')
})

test('each field of a button is accepted within its limits and refused beyond them', async () => {
  const workspace = await openWorkspace(server)
  await create(workspace, { ...priceButton, label: 'l'.repeat(60), message: 'm'.repeat(500) })
  await create(workspace, { label: 'H', behavior: 'html', html: 'h'.repeat(5_000) })
  const link = 'https://acme.example/'.padEnd(2_048, 'l')
  const custom = { paddingX: 0, paddingY: 200, fontSize: 200, radius: 200 }
  await create(workspace, { ...priceButton, link, custom })
  const bad = [
    ['label', { ...priceButton, label: '' }],
    ['label', { message: 'Help' }],
    ['label', { ...priceButton, label: 'l'.repeat(61) }],
    ['message', { ...priceButton, message: 'm'.repeat(501) }],
    ['message', { ...priceButton, message: '' }],
    ['message', { ...priceButton, message: '  ' }],
    ['link', { ...priceButton, link: '/help' }],
    ['link', { label: 'L', behavior: 'link', link: '' }],
    ['link', { label: 'L', behavior: 'link', message: 'Help', html: '<b>Help</b>' }],
    ['link', { label: 'L', behavior: 'link', link: 'nowhere' }],
    ['link', { label: 'L', behavior: 'link', link: 'javascript:alert(1)' }],
    ['link', { label: 'L', behavior: 'link', link: `${link}l` }],
    ['html', { label: 'H', behavior: 'html', html: 'h'.repeat(5_001) }],
    ['colors.background', { ...priceButton, colors: { background: 'blue' } }],
    ['colors.shadow', { ...priceButton, colors: { shadow: '#000000' } }],
    ['custom.paddingX', { ...priceButton, custom: { paddingX: 'wide' } }],
    ['custom.radius', { ...priceButton, custom: { radius: -1 } }],
    ['custom.radius', { ...priceButton, custom: { radius: 201 } }],
    ['nofollow', { ...priceButton, nofollow: 'yes' }],
    ['icon', { ...priceButton, icon: 'star' }],
  ] as const
  for (const [param, body] of bad) {
    expectInvalid(await workspace.api.post('/chat_buttons', body), param)
  }
  expect(bad).toHaveLength(20)
  expect(await list(workspace)).toHaveLength(3)
})

test('a button can be read, changed and deleted', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const button = await create(workspace, priceButton)
  const path = `/chat_buttons/${button.id}`
  expect(await ok(api.get(path))).toEqual(button)
  expect(await list(workspace)).toEqual([button])
  const changed = await ok(api.patch<ChatButton>(path, { label: 'Costs' }))
  expect(changed).toEqual({ ...button, label: 'Costs' })
  expect(await ok(api.delete<Deletion>(path))).toEqual({
    id: button.id,
    object: 'chat_button',
    deleted: true,
  })
  expectNotFound(await api.get(path))
  expectNotFound(await api.patch(path, { label: 'Gone' }))
  expectNotFound(await api.delete(path))
  expect(await list(workspace)).toEqual([])
})

test('a button of another workspace is not found', async () => {
  const workspace = await openWorkspace(server)
  const button = await create(workspace, priceButton)
  const path = `/chat_buttons/${button.id}`
  expectNotFound(await server.api.get(path))
  expectNotFound(await server.api.patch(path, { label: 'Mine' }))
  expectNotFound(await server.api.delete(path))
  expect(await ok(workspace.api.get(path))).toEqual(button)
})

test('the 21st button is a conflict until another is deleted', async () => {
  const workspace = await openWorkspace(server)
  for (let count = 1; count <= 20; count += 1)
    await create(workspace, { ...priceButton, label: `B${count}` })
  expectConflict(await workspace.api.post('/chat_buttons', priceButton))
  const buttons = await list(workspace)
  const newestFirst = Array.from({ length: 20 }, (_, count) => `B${20 - count}`)
  expect(buttons.map(({ label }) => label)).toEqual(newestFirst)
  await ok(workspace.api.delete(`/chat_buttons/${buttons[0]?.id}`))
  await create(workspace, priceButton)
})

test('of 25 requests for a new button at the same time, only 20 succeed', async () => {
  const workspace = await openWorkspace(server)
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => workspace.api.post('/chat_buttons', priceButton)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  for (const answer of answers.filter(({ status }) => status !== 201)) expectConflict(answer)
  expect(await list(workspace)).toHaveLength(20)
})

// docs/api.md#scopes
test('agent:read can list buttons but not create them', async () => {
  const reader = await server.withScopes('agent:read')
  await ok(reader.get('/chat_buttons'))
  expect((await reader.post('/chat_buttons', priceButton)).status).toBe(403)
})
