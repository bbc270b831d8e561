import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aTimestamp } from './support/patterns.ts'
import { expectConflict, expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { nextMoment } from './support/until.ts'
import type { Appearance } from './support/wire-site.ts'

const server = await startServer()
const { api } = server

const read = () => ok(api.get<Appearance>('/appearance'))
const change = (body: object) => ok(api.patch<Appearance>('/appearance', body))

// docs/api.md#appearance
test('the appearance has every documented field', async () => {
  expect(await read()).toMatchObject({
    object: 'appearance',
    revision: expect.any(Number),
    title: expect.any(String),
    subtitle: expect.any(String),
    color: expect.stringMatching(/^#[0-9a-f]{6}$/i),
    position: expect.stringMatching(/^(left|right)$/),
    theme: expect.stringMatching(/^(light|dark|auto)$/),
    updated_at: aTimestamp,
  })
  expect(await read()).toHaveProperty('avatar_url')
})

test('a new workspace has its own appearance, at revision 1', async () => {
  const { revision } = await read()
  await change({ revision, title: 'Ours' })
  const { api: newcomer } = await openWorkspace(server)
  expect(await ok(newcomer.get<Appearance>('/appearance'))).toEqual({
    object: 'appearance',
    revision: 1,
    title: 'Chat with us',
    subtitle: '',
    color: '#2563eb',
    position: 'right',
    theme: 'auto',
    avatar_url: null,
    updated_at: aTimestamp,
  })
})

test('a change with the current revision succeeds and creates the next revision', async () => {
  const before = await read()
  await nextMoment()
  const changes = {
    title: 'Ask Doria',
    subtitle: 'We answer at once',
    color: '#0a7cff',
    position: 'left',
    theme: 'dark',
    avatar_url: 'https://acme.example/doria.png',
  }
  const after = await change({ revision: before.revision, ...changes })
  expect(after).toMatchObject({ ...changes, revision: before.revision + 1 })
  expect(after.updated_at > before.updated_at).toBe(true)
  expect(await read()).toEqual(after)
  const cleared = await change({ revision: after.revision, avatar_url: null })
  expect(cleared).toEqual({
    ...after,
    revision: after.revision + 1,
    avatar_url: null,
    updated_at: aTimestamp,
  })
  expect(await read()).toEqual(cleared)
})

test('a change with another revision is a conflict and changes nothing', async () => {
  const before = await read()
  for (const revision of [before.revision - 1, before.revision + 1, -1, 0, 999_999]) {
    const refused = expectConflict(await api.patch('/appearance', { revision, title: 'Stale' }))
    expect(refused.param).toBe('revision')
  }
  expect(await read()).toEqual(before)
})

test('a change whose revision is missing or not an integer is refused, and the error names the field', async () => {
  const { revision } = await read()
  expectInvalid(await api.patch('/appearance', { title: 'No revision' }), 'revision')
  for (const wrong of [String(revision), revision + 0.5]) {
    expectInvalid(await api.patch('/appearance', { revision: wrong }), 'revision')
  }
})

test('only one of the parallel changes to one revision succeeds', async () => {
  const { revision } = await read()
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      api.patch<Appearance>('/appearance', { revision, title: `Title ${index}` }),
    ),
  )
  const succeeded = answers.filter(({ status }) => status === 200)
  expect(succeeded).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer)
  expect(await read()).toEqual(succeeded[0]?.body)
})

test('each field of the appearance is accepted within its limits and refused beyond them', async () => {
  const { revision } = await read()
  await change({ revision, title: 't'.repeat(60), subtitle: 's'.repeat(120) })
  const bad = [
    ['title', { title: 't'.repeat(61) }],
    ['subtitle', { subtitle: 's'.repeat(121) }],
    ['color', { color: 'red' }],
    ['color', { color: '#12345' }],
    ['color', { color: '#12345g' }],
    ['position', { position: 'top' }],
    ['theme', { theme: 'blue' }],
    ['avatar_url', { avatar_url: 'javascript:alert(1)' }],
    ['font', { font: 'Arial' }],
  ] as const
  for (const [param, body] of bad) {
    expectInvalid(await api.patch('/appearance', { revision: revision + 1, ...body }), param)
  }
  expect(bad).toHaveLength(9)
  expect((await read()).revision).toBe(revision + 1)
})
