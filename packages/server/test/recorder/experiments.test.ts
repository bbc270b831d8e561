import { describe, expect, test } from 'vitest'
import { experimentViewers } from '../../src/collections/experiment-arm.ts'
import { KitError } from '../../src/index.ts'
import { countsOf, createExperimentKit, shown } from '../support/experiments.ts'
import { describeOverStores, overStores } from '../support/stores.ts'

const refusal = (code: string, param?: string) =>
  expect.objectContaining({ name: 'KitError', code, ...(param ? { param } : {}) })

overStores((openStore) => {
  const setUp = () => createExperimentKit({ store: openStore() })

  describe('views', () => {
    test('are counted for the variant that was shown', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view } = kit.record.experiments
      for (let views = 0; views < 3; views++) {
        expect(await view(shown(experiment, 1))).toEqual({ counted: true })
      }
      await view(shown(experiment, 0))
      expect(countsOf(await kit.get(experiment.id))).toEqual([
        [1, 0, 0, 0],
        [3, 0, 0, 0],
      ])
    })

    test('of one visitor count once, for the first variant that they saw', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view } = kit.record.experiments
      expect(await view({ ...shown(experiment, 1), visitor: 'v-1' })).toEqual({ counted: true })
      expect(await view({ ...shown(experiment, 1), visitor: 'v-1' })).toEqual({ counted: false })
      expect(await view({ ...shown(experiment, 0), visitor: 'v-1' })).toEqual({ counted: false })
      expect(await view({ ...shown(experiment, 0), visitor: 'v-2' })).toEqual({ counted: true })
      expect(countsOf(await kit.get(experiment.id))).toEqual([
        [1, 0, 0, 0],
        [1, 0, 0, 0],
      ])
    })

    test('of the team are not counted, nor are its conversions', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view, convert } = kit.record.experiments
      expect(await view({ ...shown(experiment, 1), test: true })).toEqual({ counted: false })
      expect(await convert({ ...shown(experiment, 1), test: true })).toEqual({ counted: false })
      expect(countsOf(await kit.get(experiment.id)).flat()).toEqual(Array(8).fill(0))
    })

    test('set the time at which the results of their variant were computed', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      kit.clock.advance(60_000)
      await kit.record.experiments.view(shown(experiment, 1))
      kit.clock.advance(60_000)
      const { variants } = await kit.get(experiment.id)
      expect(variants.map(({ results }) => results.computed_at)).toEqual([
        '2026-10-12T09:30:00.000Z',
        '2026-10-12T09:31:00.000Z',
      ])
    })
  })

  describe('conversions', () => {
    test('of the measured stage change the rate, and those of other stages do not', async () => {
      const kit = await setUp()
      const experiment = await kit.running({ metric: 'leads' })
      const { view, convert } = kit.record.experiments
      await view(shown(experiment, 1))
      await convert({ ...shown(experiment, 1), stage: 'chats' })
      const before = await kit.get(experiment.id)
      expect(before.variants[1]?.results.rate).toBeCloseTo(1 / 3, 14)
      await convert(shown(experiment, 1))
      const after = await kit.get(experiment.id)
      expect(countsOf(after)[1]).toEqual([1, 1, 1, 0])
      expect(after.variants[1]?.results.rate).toBeCloseTo(2 / 3, 14)
    })

    test('of one visitor count once for each stage, and for the variant that the visitor saw', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view, convert } = kit.record.experiments
      const visitor = 'v-1'
      await view({ ...shown(experiment, 1), visitor })
      const conversion = { ...shown(experiment, 0), visitor }
      expect(await convert(conversion)).toEqual({ counted: true })
      expect(await convert(conversion)).toEqual({ counted: false })
      expect(await convert({ ...conversion, stage: 'meetings' })).toEqual({ counted: true })
      expect(await convert({ ...conversion, stage: 'meetings' })).toEqual({ counted: false })
      expect(countsOf(await kit.get(experiment.id))).toEqual([
        [0, 0, 0, 0],
        [1, 1, 0, 1],
      ])
    })

    test('of a visitor whose view was not reported count as a view too', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view, convert } = kit.record.experiments
      await convert({ ...shown(experiment, 1), visitor: 'v-1' })
      expect(await view({ ...shown(experiment, 1), visitor: 'v-1' })).toEqual({ counted: false })
      expect(countsOf(await kit.get(experiment.id))[1]).toEqual([1, 1, 0, 0])
    })
  })

  describe('a report', () => {
    test('counts only while the test runs', async () => {
      const kit = await setUp()
      const { view, convert } = kit.record.experiments
      const experiment = await kit.propose((await kit.create()).id)
      const tryBoth = async () => [
        (await view(shown(experiment, 1))).counted,
        (await convert(shown(experiment, 1))).counted,
      ]
      expect(await tryBoth()).toEqual([false, false])
      await kit.act(experiment.id, 'start')
      expect(await tryBoth()).toEqual([true, true])
      await kit.act(experiment.id, 'pause')
      expect(await tryBoth()).toEqual([false, false])
      await kit.act(experiment.id, 'resume')
      expect(await tryBoth()).toEqual([true, true])
      await kit.act(experiment.id, 'stop')
      expect(await tryBoth()).toEqual([false, false])
      expect(countsOf(await kit.get(experiment.id))[1]).toEqual([2, 2, 0, 0])
    })

    test('counts once for each report id', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view, convert } = kit.record.experiments
      const options = { key: 'page-view-1' }
      for (let tries = 0; tries < 3; tries++) {
        expect(await view(shown(experiment, 1), options)).toEqual({ counted: true })
        expect(await convert(shown(experiment, 1), options)).toEqual({ counted: true })
      }
      expect(countsOf(await kit.get(experiment.id))[1]).toEqual([1, 1, 0, 0])
    })

    test('that was ignored is ignored again when it is repeated later', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      await kit.act(experiment.id, 'pause')
      const { view } = kit.record.experiments
      expect(await view(shown(experiment, 1), { key: 'k' })).toEqual({ counted: false })
      await kit.act(experiment.id, 'resume')
      expect(await view(shown(experiment, 1), { key: 'k' })).toEqual({ counted: false })
      expect(countsOf(await kit.get(experiment.id))[1]).toEqual([0, 0, 0, 0])
    })

    test('is counted once for each visitor or report id, even with many simultaneous reports', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view, convert } = kit.record.experiments
      const visitors = Array.from({ length: 60 }, (_, number) => `v-${number}`)
      await Promise.all([
        ...visitors.map((visitor) => view({ ...shown(experiment, 1), visitor })),
        ...visitors.map((visitor) => view({ ...shown(experiment, 1), visitor })),
        ...visitors.slice(0, 20).map((visitor) => convert({ ...shown(experiment, 1), visitor })),
        ...visitors.slice(0, 20).map((visitor) => convert({ ...shown(experiment, 1), visitor })),
        ...visitors.map((_, number) => view(shown(experiment, 0), { key: `k-${number % 30}` })),
      ])
      expect(countsOf(await kit.get(experiment.id))).toEqual([
        [30, 0, 0, 0],
        [60, 20, 0, 0],
      ])
    })

    test('that arrives while the test is stopped is in the results only if its answer says that it was counted', async () => {
      const kit = await setUp()
      const experiment = await kit.running()
      const { view } = kit.record.experiments
      const [stopped, ...views] = await Promise.all([
        kit.act(experiment.id, 'stop'),
        ...Array.from({ length: 40 }, () => view(shown(experiment, 1))),
      ])
      expect(stopped.status).toBe(200)
      const counted = views.filter((result) => result.counted).length
      expect(countsOf(await kit.get(experiment.id))[1]?.[0]).toBe(counted)
    })
  })
})

describeOverStores('refusals', (openStore) => {
  test('name the unusable field', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const experiment = await kit.running()
    const { view, convert, fail } = kit.record.experiments
    const opening = shown(experiment, 1)
    await expect(view({ ...opening, experiment: 'x' })).rejects.toEqual(
      refusal('invalid_input', 'experiment'),
    )
    await expect(view({ ...opening, visitor: '' })).rejects.toEqual(
      refusal('invalid_input', 'visitor'),
    )
    await expect(convert({ ...opening, stage: 'clicks' as 'chats' })).rejects.toEqual(
      refusal('invalid_input', 'stage'),
    )
    await expect(view({ ...opening, more: 1 } as typeof opening)).rejects.toEqual(
      refusal('invalid_input', 'more'),
    )
    await expect(fail(experiment.id, { reason: '' })).rejects.toEqual(
      refusal('invalid_input', 'reason'),
    )
    await expect(view({ ...opening, visitor: '' })).rejects.toBeInstanceOf(KitError)
  })

  test('say that objects of other workspaces and variants of other tests are unknown', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const [experiment, another] = [await kit.running(), await kit.running()]
    const stranger = await kit.doorkit.workspaces.create({
      name: 'Other',
      website: 'https://other.example',
    })
    const { experiments } = kit.doorkit.record(stranger.id)
    const missing = refusal('not_found')
    await expect(experiments.view(shown(experiment, 1))).rejects.toEqual(missing)
    await expect(experiments.convert(shown(experiment, 1))).rejects.toEqual(missing)
    await expect(experiments.fail(experiment.id, { reason: 'gone' })).rejects.toEqual(missing)
    await expect(experiments.invalidate(experiment.id, { reason: 'gone' })).rejects.toEqual(missing)
    const { view } = kit.record.experiments
    const foreign = { ...shown(experiment, 1), variant: shown(another, 1).variant }
    await expect(view(foreign)).rejects.toEqual(missing)
    await expect(view({ experiment: 'exp_none', variant: 'var_none' })).rejects.toEqual(missing)
    expect((await kit.get(experiment.id)).status).toBe('running')
  })
})

describeOverStores('an opening test that the host invalidates', (openStore) => {
  // docs/api.md#opening-test-states
  test('has no winner, and shows the reason', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const experiment = await kit.won()
    expect(experiment.winner).not.toBeNull()
    await kit.record.experiments.invalidate(experiment.id, { reason: 'the page was rewritten' })
    expect(await kit.get(experiment.id)).toMatchObject({
      status: 'invalidated',
      internal_status: 'the page was rewritten',
      winner: null,
      verdict: 'inconclusive',
      result: null,
    })
  })
})

describeOverStores('visitors', (openStore) => {
  test('are stored for 90 days without their names', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const experiment = await kit.running()
    const visitor = 'ada@example.com'
    const listViewers = () =>
      experimentViewers.list(kit.store, {
        index: 'experiment_viewers_seen',
        where: [],
        dir: 'asc',
        limit: 10,
      })
    await kit.record.experiments.view({ ...shown(experiment, 1), visitor })
    const rows = await listViewers()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/\bada\b/)
    kit.clock.advance(89 * 86_400_000)
    await kit.doorkit.worker.tick()
    expect(await listViewers()).toHaveLength(1)
    kit.clock.advance(2 * 86_400_000)
    await kit.doorkit.worker.tick()
    expect(await listViewers()).toEqual([])
  })
})
