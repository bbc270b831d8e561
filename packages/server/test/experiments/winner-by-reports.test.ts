import { describe, expect, test } from 'vitest'
import { createExperimentKit, type ExperimentKit, shown, winning } from '../support/experiments.ts'
import { overMemory } from '../support/stores.ts'

/** The events of a type in the workspace's log. */
async function readEvents({ call }: ExperimentKit, type: string): Promise<unknown[]> {
  const { json } = await call('GET', '/events?limit=100')
  return json.data.filter((event: { type: string }) => event.type === type)
}

overMemory((openStore) => {
  const setUp = () => createExperimentKit({ store: openStore() })

  describe('the winner', () => {
    test('is found by the conversion that completes the evidence, not earlier', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { convert } = kit.record.experiments
      await kit.count(experiment, { views: 200, chats: 20 }, { views: 200, chats: 30 })
      await convert(shown(experiment, 1))
      expect((await kit.get(experiment.id)).status).toBe('running')
      await convert(shown(experiment, 1))
      expect(await kit.get(experiment.id)).toMatchObject({
        status: 'winner_found',
        winner: experiment.variants[1]?.id,
        verdict: 'better',
        result: { variant: experiment.variants[1]?.id },
      })
    })

    test.each([
      ['views of the control', { views: 199, chats: 10 }, { views: 300, chats: 90 }, 0, 'view'],
      [
        'conversions of the control',
        { views: 300, chats: 9 },
        { views: 300, chats: 90 },
        0,
        'convert',
      ],
      ['views of the variant', { views: 400, chats: 10 }, { views: 199, chats: 60 }, 1, 'view'],
      [
        'conversions of the variant',
        { views: 4_000, chats: 10 },
        { views: 200, chats: 9 },
        1,
        'convert',
      ],
    ] as const)('is not found with one too few: %s', async (_, control, variant, position, how) => {
      const kit = await setUp()
      const experiment = await kit.running()
      await kit.count(experiment, control, variant)
      await kit.record.experiments.convert({ ...shown(experiment, 1), stage: 'meetings' })
      expect((await kit.get(experiment.id)).status).toBe('running')
      await kit.record.experiments[how](shown(experiment, position))
      expect((await kit.get(experiment.id)).status).toBe('winner_found')
    })

    test('is found once, with one event, by simultaneous conversions', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      await kit.count(experiment, winning.control, winning.variant)
      const { convert } = kit.record.experiments
      const results = await Promise.all(
        Array.from({ length: 20 }, () => convert(shown(experiment, 1))),
      )
      expect(await readEvents(kit, 'experiment.winner_found')).toHaveLength(1)
      const { status, variants } = await kit.get(experiment.id)
      expect(status).toBe('winner_found')
      const counted = results.filter((result) => result.counted).length
      expect(variants[1]?.results.stages.chats).toBe(winning.variant.chats + counted)
    })

    test('is found even if simultaneous reports complete the evidence', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      await kit.count(experiment, { views: 400, chats: 2 }, { views: 400, chats: 40 })
      const { convert } = kit.record.experiments
      await Promise.all(Array.from({ length: 8 }, () => convert(shown(experiment, 0))))
      expect((await kit.get(experiment.id)).status).toBe('winner_found')
      expect(await readEvents(kit, 'experiment.winner_found')).toHaveLength(1)
    })

    test('and a simultaneous pause exclude each other', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      await kit.count(experiment, winning.control, winning.variant)
      const [paused] = await Promise.all([
        kit.act(experiment.id, 'pause'),
        kit.record.experiments.convert(shown(experiment, 1)),
      ])
      const { status } = await kit.get(experiment.id)
      expect([
        [200, 'paused'],
        [422, 'winner_found'],
      ]).toContainEqual([paused.status, status])
    })
  })
})
