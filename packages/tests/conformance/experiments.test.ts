import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import {
  collectEvidence,
  create,
  opening,
  proposal,
  propose,
  read,
  startOpeningTest,
  transition,
} from './support/opening-test.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound, expectUnprocessable } from './support/problem.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type { Conversation, EventEnvelope, List } from './support/wire.ts'
import type { Experiment } from './support/wire-site.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

// docs/api.md#opening-test
test.concurrent('a new opening test is a draft with its control', async () => {
  const { api } = await openWorkspace(server)
  const experiment = await create(api)
  const { headline, buttons, ...given } = opening
  expect(experiment).toMatchObject({
    ...given,
    id: anId('exp_'),
    object: 'experiment',
    status: 'draft',
    internal_status: expect.any(String),
    winner: null,
    verdict: null,
    created_at: aTimestamp,
    started_at: null,
    ended_at: null,
    applied_at: null,
  })
  expect(experiment).toHaveProperty('result')
  expect(experiment.variants).toHaveLength(1)
  expect(experiment.variants[0]).toMatchObject({
    id: anId('var_'),
    object: 'variant',
    name: expect.any(String),
    control: true,
    headline,
    buttons: [{ ...buttons[0], locked: expect.any(Boolean) }],
    created_at: aTimestamp,
    results: { views: 0, stages: expect.any(Object), chance_beats_current: null },
  })
  expect(experiment.variants[0]).toHaveProperty('angle')
})

// docs/api.md#opening-test-states
test.concurrent('the first proposed variant makes a draft ready', async () => {
  const { api } = await openWorkspace(server)
  const { id } = await create(api)
  const ready = await propose(api, id)
  expect(ready).toMatchObject({ id, status: 'ready' })
  expect(ready.variants).toHaveLength(2)
  expect(ready.variants[1]).toMatchObject({
    id: anId('var_'),
    name: proposal.name,
    headline: proposal.headline,
    control: false,
    buttons: [{ ...proposal.buttons[0], locked: expect.any(Boolean) }],
  })
  expect(await read(api, id)).toEqual(ready)
})

// docs/api.md#opening-test
test.concurrent('a variant with an invalid or unknown field is refused', async () => {
  const { api } = await openWorkspace(server)
  const { id } = await create(api)
  const path = `/experiments/${id}/variants`
  expectInvalid(await api.post(path, { ...proposal, control: true }), 'control')
  expectInvalid(await api.post(path, { ...proposal, headline: 7 }), 'headline')
  const coloredButton = { ...proposal, buttons: [{ label: 'A', message: 'B', color: 'red' }] }
  expectInvalid(await api.post(path, coloredButton), 'buttons[0].color')
  expectNotFound(await api.post('/experiments/exp_unknown/variants', proposal))
  expect((await read(api, id)).variants).toHaveLength(1)
})

// docs/api.md#opening-test-states
test.concurrent('a ready opening test runs after its start, which emits an event', async () => {
  const workspace = await openWorkspace(server)
  const target = receiver.openTarget()
  await workspace.hooks.subscribe(target, 'experiment.started')
  const started = await startOpeningTest(workspace)
  expect(started).toMatchObject({ status: 'running', started_at: aTimestamp, ended_at: null })
  const { data } = (await target.next()).event
  expect(data).toEqual({ object: await read(workspace.api, started.id) })
})

test.concurrent('a running opening test can be paused and resumed', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await startOpeningTest(workspace)
  expect((await transition(workspace.api, id, 'pause')).status).toBe('paused')
  expect((await transition(workspace.api, id, 'resume')).status).toBe('running')
  expect((await read(workspace.api, id)).status).toBe('running')
})

test.concurrent('a ready, running or paused opening test can be stopped', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const ready = await create(api)
  await propose(api, ready.id)
  const paused = await create(api, { ...opening, pages: ['/paused'] })
  await propose(api, paused.id)
  await transition(api, paused.id, 'start')
  await transition(api, paused.id, 'pause')
  const ids = [ready.id, (await startOpeningTest(workspace)).id, paused.id]
  for (const id of ids) {
    const stopped = await transition(api, id, 'stop')
    expect(stopped).toMatchObject({ status: 'stopped', ended_at: aTimestamp })
  }
  expect(ids).toHaveLength(3)
})

test.concurrent('variants can be proposed until an opening test has ended', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const { id } = await create(api)
  expect((await propose(api, id)).status).toBe('ready')
  expect((await propose(api, id)).status).toBe('ready')
  await transition(api, id, 'start')
  expect((await propose(api, id)).status).toBe('running')
  await transition(api, id, 'pause')
  const paused = await propose(api, id)
  expect(paused.status).toBe('paused')
  expect(paused.variants).toHaveLength(5)
  await transition(api, id, 'stop')
  expectUnprocessable(await api.post(`/experiments/${id}/variants`, proposal))
})

test.concurrent('only one of several parallel starts of an opening test succeeds', async () => {
  const { api } = await openWorkspace(server)
  const { id } = await create(api)
  await propose(api, id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.post(`/experiments/${id}/start`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectUnprocessable(answer)
  const events = await listAll<EventEnvelope>(api, '/events')
  expect(events.map(({ type }) => type)).toEqual(['experiment.started'])
})

test.concurrent('without enough evidence, no winner can be applied and no variant can be promoted', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const { id, variants } = await startOpeningTest(workspace)
  expectUnprocessable(await api.post(`/experiments/${id}/apply_winner`))
  const variant = variants[1]?.id
  expectUnprocessable(await api.post(`/experiments/${id}/promote`, { variant }))
  expect((await read(api, id)).status).toBe('running')
})

// docs/api.md#opening-test
test.concurrent('only a variant of the opening test can be promoted, and not its control', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const started = await startOpeningTest(workspace)
  const { id } = started
  await collectEvidence(workspace, started)
  expectInvalid(await api.post(`/experiments/${id}/promote`, {}), 'variant')
  expectInvalid(await api.post(`/experiments/${id}/promote`, { variant: 7 }), 'variant')
  const other = await create(api)
  for (const variant of ['var_unknown', other.variants[0]?.id, started.variants[0]?.id]) {
    expectUnprocessable(await api.post(`/experiments/${id}/promote`, { variant }))
  }
  expect((await read(api, id)).status).toBe('winner_found')
})

// docs/api.md#conversation
test.concurrent('a conversation names the opening test and the variant that its visitor saw', async () => {
  const workspace = await openWorkspace(server)
  const { record } = workspace.site
  const { id, variants } = await startOpeningTest(workspace)
  const variant = variants[1]?.id
  const visit = await record.visits.start({ page_url: 'https://acme.example/pricing' })
  await record.visits.openingSeen(visit, { experiment: id, variant })
  const conversation = await record.conversations.start({ visit })
  const { opening: seen } = await ok(
    workspace.api.get<Conversation>(`/conversations/${conversation}`),
  )
  expect(seen).toEqual({ experiment: id, variant })
})

// docs/api.md#order
test.concurrent('opening tests are listed newest first, and can be read by their ids', async () => {
  const { api } = await openWorkspace(server)
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await create(api)).id)
  const listed = await listAll<Experiment>(api, '/experiments?limit=2')
  expect(listed.map(({ id }) => id)).toEqual(ids)
  for (const experiment of listed) expect(await read(api, experiment.id)).toEqual(experiment)
  expectNotFound(await server.api.get(`/experiments/${ids[0]}`))
})

// docs/api.md#opening-test
test.concurrent('an opening test with a missing, invalid or unknown field is refused', async () => {
  const { api } = await openWorkspace(server)
  const bad = [
    ['name', { ...opening, name: undefined }],
    ['pages', { ...opening, pages: undefined }],
    ['metric', { ...opening, metric: 'clicks' }],
    ['headline', { ...opening, headline: undefined }],
    ['status', { ...opening, status: 'running' }],
    ['buttons[0].label', { ...opening, buttons: [{ message: 'B' }] }],
  ] as const
  for (const [param, body] of bad) expectInvalid(await api.post('/experiments', body), param)
  expect(bad).toHaveLength(6)
  const { data } = await ok(api.get<List<Experiment>>('/experiments'))
  expect(data).toEqual([])
})

// docs/api.md#scopes
test.concurrent('experiments:read can read opening tests but not change them', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await startOpeningTest(workspace)
  const key = await server.host.keys.create({
    workspace: workspace.id,
    name: 'Reader',
    scopes: ['experiments:read'],
  })
  const reader = server.as(key.secret)
  expect((await read(reader, id)).status).toBe('running')
  for (const step of ['pause', 'stop']) {
    expect((await reader.post(`/experiments/${id}/${step}`)).status).toBe(403)
  }
})
