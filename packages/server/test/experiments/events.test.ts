import { WebhookEvent } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { createExperimentKit } from '../support/experiments.ts'
import { overMemory } from '../support/stores.ts'

overMemory((openStore) => {
  describe('Events: experiment.started and experiment.winner_found', () => {
    test('contain the experiment, and are emitted once', async () => {
      const kit = await createExperimentKit({ store: openStore() })
      const experiment = await kit.won()
      kit.clock.advance(3_000)
      await kit.doorkit.worker.tick()
      const { json } = await kit.call('GET', '/events')
      const events = json.data.map((event: unknown) => WebhookEvent.parse(event))
      expect(events.map(({ type }: WebhookEvent) => type)).toEqual([
        'experiment.winner_found',
        'experiment.started',
      ])
      expect(events[0].data).toEqual({ object: await kit.get(experiment.id) })
      expect(events[0].data.object).toMatchObject({
        status: 'winner_found',
        winner: experiment.variants[1]?.id,
      })
      expect(events[1].data.object).toMatchObject({ id: experiment.id })
      await kit.act(experiment.id, 'apply_winner')
      expect((await kit.call('GET', '/events')).json.data).toEqual(json.data)
    })

    test('are not repeated when a test is paused and resumed', async () => {
      const kit = await createExperimentKit({ store: openStore() })
      const { id } = await kit.running()
      await kit.act(id, 'pause')
      await kit.act(id, 'resume')
      const { json } = await kit.call('GET', '/events')
      expect(json.data.map(({ type }: WebhookEvent) => type)).toEqual(['experiment.started'])
    })

    test('show an API key without contacts:read only a reference to the experiment', async () => {
      const kit = await createExperimentKit({
        store: openStore(),
        scopes: ['events:read', 'experiments:write'],
      })
      const { id } = await kit.running()
      const { json } = await kit.call('GET', '/events')
      expect(json.data[0].data).toEqual({ object: { id, object: 'experiment' } })
    })
  })
})
