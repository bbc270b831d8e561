import { Experiment, scopes } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createExperimentKit } from '../support/experiments.ts'
import { describeOverMemory } from '../support/stores.ts'

const body = {
  name: 'Pricing page',
  pages: ['/pricing', '/plans'],
  metric: 'leads',
  hypothesis: 'A question invites answers.',
  headline: 'How can we help?',
  buttons: [{ label: 'Prices', message: 'What does it cost?' }],
} as const

const unseen = {
  views: 0,
  stages: { chats: 0, leads: 0, meetings: 0 },
  rate: 0.5,
  rate_low: expect.closeTo(0.025, 12),
  rate_high: expect.closeTo(0.975, 12),
  lift: 0,
  computed_at: '2026-10-12T09:30:00.000Z',
}

describeOverMemory('opening test (experiment)', (openStore) => {
  test('is created as a draft with its control', async () => {
    const { call } = await createExperimentKit({ store: openStore() })
    const { status, json } = await call('POST', '/experiments', { body })
    expect(status).toBe(201)
    expect(Experiment.parse(json)).toEqual({
      id: expect.stringMatching(/^exp_/),
      object: 'experiment',
      name: 'Pricing page',
      status: 'draft',
      internal_status: 'waiting_for_variant',
      pages: ['/pricing', '/plans'],
      metric: 'leads',
      hypothesis: 'A question invites answers.',
      winner: null,
      verdict: null,
      created_at: '2026-10-12T09:30:00.000Z',
      started_at: null,
      ended_at: null,
      applied_at: null,
      variants: [
        {
          id: expect.stringMatching(/^var_/),
          object: 'variant',
          name: 'Control',
          control: true,
          headline: 'How can we help?',
          buttons: [{ label: 'Prices', message: 'What does it cost?', locked: false }],
          angle: null,
          created_at: '2026-10-12T09:30:00.000Z',
          results: { ...unseen, chance_beats_current: null },
        },
      ],
      result: null,
    })
    expect((await call('GET', `/experiments/${json.id}`)).json).toEqual(json)
  })

  test('by default measures chats and has no hypothesis and no buttons', async () => {
    const { create } = await createExperimentKit({ store: openStore() })
    const { metric, hypothesis, variants } = await create()
    expect([metric, hypothesis, variants[0]?.buttons]).toEqual(['chats', null, []])
  })

  test('gets variants, which are named by their number if they have no name', async () => {
    const { create, act, clock } = await createExperimentKit({ store: openStore() })
    const { id } = await create({ hypothesis: 'The first idea.' })
    clock.advance(1_000)
    const { status, json } = await act(id, 'variants', { headline: 'Which plan fits?' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'ready', hypothesis: 'The first idea.' })
    expect(json.variants[1]).toEqual({
      id: expect.stringMatching(/^var_/),
      object: 'variant',
      name: 'Variant 1',
      control: false,
      headline: 'Which plan fits?',
      buttons: [],
      angle: null,
      created_at: '2026-10-12T09:30:01.000Z',
      results: { ...unseen, chance_beats_current: 0.5, computed_at: '2026-10-12T09:30:01.000Z' },
    })
    const { json: more } = await act(id, 'variants', {
      headline: 'Ask us',
      name: 'Short',
      hypothesis: 'Shorter is better.',
      buttons: [{ label: 'Talk', message: 'Hello' }],
    })
    expect(more).toMatchObject({ status: 'ready', hypothesis: 'Shorter is better.' })
    expect(more.variants.map(({ name }: { name: string }) => name)).toEqual([
      'Control',
      'Variant 1',
      'Short',
    ])
  })

  test('locks its buttons when it starts', async () => {
    const { create, act, propose } = await createExperimentKit({ store: openStore() })
    const { id } = await create({ buttons: body.buttons })
    const buttonsOf = ({ variants }: Experiment) => variants.flatMap(({ buttons }) => buttons)
    expect(buttonsOf(await propose(id))[0]?.locked).toBe(false)
    expect(buttonsOf((await act(id, 'start')).json)[0]?.locked).toBe(true)
    expect(buttonsOf((await act(id, 'stop')).json)[0]?.locked).toBe(true)
  })

  test('has at most 20 variants, including the control', async () => {
    const { create, act, get } = await createExperimentKit({ store: openStore() })
    const { id } = await create()
    const proposals = await Promise.all(
      Array.from({ length: 24 }, () => act(id, 'variants', { headline: 'Another' })),
    )
    const accepted = proposals.filter(({ status }) => status === 200)
    const refused = proposals.filter(
      ({ status, json }) => status === 422 && json.code === 'unprocessable',
    )
    expect([accepted.length, refused.length]).toEqual([19, 5])
    expect((await get(id)).variants).toHaveLength(20)
  })

  test.each([
    ['name', { name: '' }],
    ['pages', { pages: [] }],
    ['pages', { pages: ['/a', '/a'] }],
    ['pages[0]', { pages: ['pricing'] }],
    ['metric', { metric: 'clicks' }],
    ['headline', { headline: undefined }],
    ['buttons[0].locked', { buttons: [{ label: 'A', message: 'B', locked: true }] }],
    ['buttons[1].label', { buttons: [...body.buttons, { label: '', message: 'B' }] }],
    ['status', { status: 'running' }],
  ])('is not created with a wrong %s: %j', async (param, change) => {
    const { call } = await createExperimentKit({ store: openStore() })
    const { status, json } = await call('POST', '/experiments', {
      body: { ...body, ...change },
    })
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
  })

  test('is created once under one idempotency key', async () => {
    const { call } = await createExperimentKit({ store: openStore() })
    const request = { body, headers: { 'Idempotency-Key': 'create-1' } }
    const answers = [
      await call('POST', '/experiments', request),
      await call('POST', '/experiments', request),
    ]
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect((await call('GET', '/experiments')).json.data).toHaveLength(1)
  })
})

describeOverMemory('Authentication: the scopes of experiments', (openStore) => {
  test('experiments:read allows only reading, and experiments:write also allows changes', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const { id } = await kit.running()
    const callWith = async (method: string, path: string, scope: (typeof scopes)[number]) => {
      const key = await kit.doorkit.keys.create({
        workspace: kit.workspace.id,
        name: 'Narrow',
        scopes: scopes.filter((other) => !other.startsWith('experiments:')).concat(scope),
      })
      const { status, headers } = await kit.call(method, path, { secret: key.secret })
      return [status, headers.get('www-authenticate')]
    }
    const needsWrite = [403, 'Bearer error="insufficient_scope", scope="experiments:write"']
    expect(await callWith('GET', '/experiments', 'experiments:read')).toEqual([200, null])
    expect(await callWith('GET', `/experiments/${id}`, 'experiments:read')).toEqual([200, null])
    expect(await callWith('GET', '/experiments', 'experiments:write')).toEqual([200, null])
    expect(await callWith('POST', '/experiments', 'experiments:read')).toEqual(needsWrite)
    for (const action of [
      'start',
      'pause',
      'resume',
      'stop',
      'variants',
      'promote',
      'apply_winner',
    ]) {
      const path = `/experiments/${id}/${action}`
      expect(await callWith('POST', path, 'experiments:read'), action).toEqual(needsWrite)
    }
    expect(await callWith('POST', `/experiments/${id}/pause`, 'experiments:write')).toEqual([
      200,
      null,
    ])
  })

  test('an opening test of another workspace is not found', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const { id } = await kit.running()
    const { call } = await kit.anotherWorkspace()
    expect((await call('GET', '/experiments')).json.data).toEqual([])
    const requests: [string, string, object?][] = [
      ['GET', ''],
      ['POST', '/start'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/stop'],
      ['POST', '/apply_winner'],
      ['POST', '/variants', { headline: 'Ours' }],
      ['POST', '/promote', { variant: 'var_1' }],
    ]
    for (const [method, action, body] of requests) {
      const { status, json } = await call(
        method,
        `/experiments/${id}${action}`,
        body ? { body } : {},
      )
      expect([status, json.code], action).toEqual([404, 'not_found'])
    }
    expect((await kit.get(id)).status).toBe('running')
    expect(requests).toHaveLength(8)
  })
})

describeOverMemory('Pagination: the list of experiments', (openStore) => {
  test('is newest first, whatever the statuses are, and skips and repeats nothing', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const created: string[] = []
    for (let number = 0; number < 7; number++) {
      created.unshift((await (number % 2 ? kit.running() : kit.create())).id)
      if (number % 3) kit.clock.advance(1)
    }
    const listed: string[] = []
    let cursor = ''
    do {
      const { json } = await kit.call('GET', `/experiments?limit=2${cursor}`)
      listed.push(...json.data.map(({ id }: Experiment) => id))
      for (const item of json.data) expect(item).toEqual(await kit.get(item.id))
      cursor = json.has_more ? `&starting_after=${json.next_cursor}` : ''
      await kit.create()
    } while (cursor)
    expect(listed).toEqual(created)
  })
})
