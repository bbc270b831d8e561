import type { Experiment } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createExperimentKit, shown } from '../support/experiments.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('two tests on one page', (openStore) => {
  test('may run at the same time, because the site decides which one a visitor sees', async () => {
    const { running } = await createExperimentKit({ store: openStore() })
    await running({ pages: ['/pricing', '/plans'] })
    expect((await running({ pages: ['/pricing'] })).status).toBe('running')
  })
})

describeOverMemory('Operations: apply_winner and promote', (openStore) => {
  test('apply_winner marks the test as applied, and keeps its winner', async () => {
    const { won, act } = await createExperimentKit({ store: openStore() })
    const experiment = await won()
    const { status, json } = await act(experiment.id, 'apply_winner')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'applied',
      winner: experiment.variants[1]?.id,
      applied_at: '2026-10-12T09:30:00.000Z',
      verdict: 'better',
    })
  })

  test('both are refused before a variant has the evidence', async () => {
    const { running, act } = await createExperimentKit({ store: openStore() })
    const { id, variants } = await running()
    const refusals = [
      await act(id, 'apply_winner'),
      await act(id, 'promote', { variant: variants[1]?.id }),
    ]
    for (const { status, json } of refusals) {
      expect([status, json.code]).toEqual([422, 'unprocessable'])
    }
  })

  test('promote accepts any variant with the evidence; the others and the control are refused', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const { id } = await kit.create()
    for (const headline of ['Best', 'Good', 'Unsure', 'Unseen']) await kit.propose(id, headline)
    const experiment: Experiment = (await kit.act(id, 'start')).json
    await kit.count(
      experiment,
      { views: 400, chats: 20 },
      { views: 400, chats: 80 },
      { views: 400, chats: 50 },
      { views: 400, chats: 24 },
      { views: 3, chats: 3 },
    )
    await kit.record.experiments.view(shown(experiment, 0))
    const [control, best, good, unsure, unseen] = experiment.variants
    expect((await kit.get(id)).winner).toBe(best?.id)
    for (const variant of [control, unsure, unseen]) {
      const { status, json } = await kit.act(id, 'promote', { variant: variant?.id })
      expect([status, json.code, json.param], variant?.headline).toEqual([
        422,
        'unprocessable',
        'variant',
      ])
    }
    const foreign = await kit.act(id, 'promote', { variant: 'var_elsewhere' })
    expect([foreign.status, foreign.json.param]).toEqual([422, 'variant'])
    const { status, json } = await kit.act(id, 'promote', { variant: good?.id })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'applied',
      winner: good?.id,
      verdict: 'better',
      result: { variant: good?.id },
    })
  })
})
