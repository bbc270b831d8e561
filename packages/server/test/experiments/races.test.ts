import type { WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { createExperimentKit, shown, winning } from '../support/experiments.ts'
import { heldStore, movesTo } from '../support/held-store.ts'
import { describeOverStores } from '../support/stores.ts'

const isCount = (ops: readonly WriteOp[]) =>
  ops.some((op) => op.op === 'patch' && op.in === 'experiment_arms' && op.add !== undefined)

const isConversion = (ops: readonly WriteOp[]) =>
  ops.some((op) => op.op === 'patch' && op.in === 'experiment_arms' && op.add?.chats !== undefined)

describeOverStores('simultaneous changes', (openStore) => {
  test('a view that is committed after the test was stopped does not count', async () => {
    const { store, held, release } = heldStore(openStore(), isCount, 1)
    const kit = await createExperimentKit({ store })
    const experiment = await kit.running()
    const view = kit.record.experiments.view(shown(experiment, 1))
    await held
    expect((await kit.act(experiment.id, 'stop')).status).toBe(200)
    release()
    expect(await view).toEqual({ counted: false })
    expect((await kit.get(experiment.id)).variants[1]?.results.views).toBe(0)
  })

  test.each([
    ['is new', []],
    ['was seen before', ['view']],
  ] as const)('two simultaneous conversions of a visitor who %s count once', async (_, before) => {
    const { store, held, release } = heldStore(openStore(), isConversion, 2)
    const kit = await createExperimentKit({ store })
    const experiment = await kit.running()
    const conversion = { ...shown(experiment, 1), visitor: 'v-1' }
    for (const earlier of before) await kit.record.experiments[earlier](conversion)
    const both = [
      kit.record.experiments.convert(conversion),
      kit.record.experiments.convert(conversion),
    ]
    await held
    release()
    expect((await Promise.all(both)).filter((result) => result.counted)).toHaveLength(1)
    const { views, stages } = (await kit.get(experiment.id)).variants[1]?.results ?? {}
    expect([views, stages?.chats]).toEqual([1, 1])
  })

  test('a paused test gets no winner', async () => {
    const { store, held, release } = heldStore(openStore(), movesTo('winner_found'), 1)
    const kit = await createExperimentKit({ store })
    const experiment = await kit.running()
    await kit.count(experiment, winning.control, winning.variant)
    const conversion = kit.record.experiments.convert(shown(experiment, 1))
    await held
    expect((await kit.act(experiment.id, 'pause')).status).toBe(200)
    release()
    expect(await conversion).toEqual({ counted: true })
    expect(await kit.get(experiment.id)).toMatchObject({ status: 'paused', winner: null })
    await kit.act(experiment.id, 'resume')
    await kit.record.experiments.view(shown(experiment, 0))
    expect((await kit.get(experiment.id)).status).toBe('winner_found')
  })

  test('two variants that are proposed at the same time are both added', async () => {
    const { store, held, release } = heldStore(openStore(), movesTo('ready'), 2)
    const kit = await createExperimentKit({ store })
    const { id } = await kit.create()
    const both = [kit.propose(id, 'One'), kit.propose(id, 'Other')]
    await held
    release()
    await Promise.all(both)
    const { variants } = await kit.get(id)
    expect(variants.map(({ headline }) => headline).sort()).toEqual([
      'How can we help?',
      'One',
      'Other',
    ])
    expect(new Set(variants.map(({ name }) => name)).size).toBe(3)
  })
})
