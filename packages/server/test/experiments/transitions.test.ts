import { Experiment, Problem } from '@doorkit/models'
import { expect, test } from 'vitest'
import { type ExperimentStatus, experiments } from '../../src/collections/experiment.ts'
import { type ExperimentMove, transitions as table } from '../../src/experiments/transitions.ts'
import { createExperimentKit, type ExperimentKit, shown, winning } from '../support/experiments.ts'
import { describeOverMemory } from '../support/stores.ts'

/** The transitions of docs/api.md: for each move, the next status from each status that allows it. */
const allowed: Readonly<Record<ExperimentMove, { readonly [From in ExperimentStatus]?: string }>> =
  {
    proposeVariant: { draft: 'ready', ready: 'ready', running: 'running', paused: 'paused' },
    start: { ready: 'running' },
    pause: { running: 'paused' },
    resume: { paused: 'running' },
    stop: { ready: 'stopped', running: 'stopped', paused: 'stopped', winner_found: 'stopped' },
    findWinner: { running: 'winner_found' },
    applyWinner: { winner_found: 'applied' },
    promote: { winner_found: 'applied' },
    fail: {
      draft: 'failed',
      ready: 'failed',
      running: 'failed',
      paused: 'failed',
      winner_found: 'failed',
    },
    invalidate: {
      draft: 'invalidated',
      ready: 'invalidated',
      running: 'invalidated',
      paused: 'invalidated',
      winner_found: 'invalidated',
    },
  }

/** The moves that bring an opening test into each status. */
const reach: Readonly<Record<ExperimentStatus, (kit: ExperimentKit) => Promise<Experiment>>> = {
  draft: (kit) => kit.create(),
  ready: async (kit) => kit.propose((await kit.create()).id),
  running: (kit) => kit.running(),
  paused: async (kit) => (await kit.act((await kit.running()).id, 'pause')).json,
  winner_found: (kit) => kit.won(),
  applied: async (kit) => (await kit.act((await kit.won()).id, 'apply_winner')).json,
  stopped: async (kit) => (await kit.act((await kit.running()).id, 'stop')).json,
  failed: (kit) => endBySite(kit, 'fail'),
  invalidated: (kit) => endBySite(kit, 'invalidate'),
}

async function endBySite(kit: ExperimentKit, move: 'fail' | 'invalidate') {
  const { id } = await kit.running()
  await kit.record.experiments[move](id, { reason: 'the page is gone' })
  return kit.get(id)
}

const statuses = Object.keys(reach) as ExperimentStatus[]
const moves = Object.keys(allowed) as ExperimentMove[]

/** Makes a move, and returns whether it was refused. */
async function attempt(kit: ExperimentKit, experiment: Experiment, move: ExperimentMove) {
  const { id } = experiment
  switch (move) {
    case 'findWinner': {
      if (experiment.variants.length > 1) {
        await kit.count(experiment, winning.control, winning.variant)
      }
      return (await kit.record.experiments.convert(shown(experiment, 0))).counted
        ? 'done'
        : 'refused'
    }
    case 'fail':
    case 'invalidate':
      return kit.record.experiments[move](id, { reason: 'gone' }).then(
        () => 'done',
        (error: { code: string }) => {
          expect(error.code).toBe('conflict')
          return 'refused'
        },
      )
    default: {
      const action = { proposeVariant: 'variants', applyWinner: 'apply_winner' } as const
      const path = move in action ? action[move as keyof typeof action] : move
      const bodies = {
        proposeVariant: { headline: 'Another' },
        promote: { variant: experiment.variants[1]?.id ?? 'var_none' },
      }
      const body = bodies[move as keyof typeof bodies]
      const { status, json } = await kit.act(id, path, body)
      if (status === 200) {
        expect(Experiment.parse(json)).toEqual(await kit.get(id))
        return 'done'
      }
      expect(status).toBe(422)
      expect(Problem.parse(json).code).toBe('unprocessable')
      return 'refused'
    }
  }
}

describeOverMemory('States and transitions: Opening test states', (openStore) => {
  test('the table of the code equals the transitions of docs/api.md, which are copied here', () => {
    let compared = 0
    for (const from of statuses) {
      for (const move of moves) {
        expect(table[from][move], `${move} from ${from}`).toBe(allowed[move][from])
        compared += 1
      }
    }
    expect(compared).toBe(90)
    expect(Object.keys(table).sort()).toEqual([...statuses].sort())
  })

  test.each(statuses)(
    'from %s every move leads to the status in the table, or is refused',
    async (from) => {
      const kit = await createExperimentKit({ store: openStore() })
      let walked = 0
      for (const move of moves) {
        const experiment = await reach[from](kit)
        expect(experiment.status).toBe(from)
        const to = allowed[move][from]
        const before = await experiments.get(kit.store, kit.workspace.id, experiment.id)
        expect(await attempt(kit, experiment, move), move).toBe(
          to === undefined ? 'refused' : 'done',
        )
        const after = await experiments.get(kit.store, kit.workspace.id, experiment.id)
        expect(after?.columns.status, move).toBe(to ?? from)
        if (to === undefined) expect(after, move).toEqual(before)
        walked += 1
      }
      expect(walked).toBe(10)
    },
  )

  test('each status is shown with its internal status, its times, its winner and its verdict', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const shownAs: Record<string, unknown[]> = {}
    for (const status of statuses) {
      const experiment = await reach[status](kit)
      shownAs[status] = [
        experiment.internal_status,
        experiment.started_at !== null,
        experiment.ended_at !== null,
        experiment.applied_at !== null,
        experiment.winner !== null,
        experiment.verdict,
      ]
    }
    expect(shownAs).toEqual({
      draft: ['waiting_for_variant', false, false, false, false, null],
      ready: ['waiting_for_start', false, false, false, false, null],
      running: ['collecting', true, false, false, false, null],
      paused: ['paused', true, false, false, false, null],
      winner_found: ['waiting_for_decision', true, true, false, true, 'better'],
      applied: ['applied', true, true, true, true, 'better'],
      stopped: ['stopped', true, true, false, false, 'inconclusive'],
      failed: ['the page is gone', true, true, false, false, 'inconclusive'],
      invalidated: ['the page is gone', true, true, false, false, 'inconclusive'],
    })
  })

  test('the times show the first start, the end and the decision', async () => {
    const kit = await createExperimentKit({ store: openStore() })
    const { id } = await kit.propose((await kit.create()).id)
    const actAfterAnHour = async (action: string) => {
      kit.clock.advance(3_600_000)
      return (await kit.act(id, action)).json as Experiment
    }
    const started = await actAfterAnHour('start')
    const { started_at } = started
    expect(started_at).toBe('2026-10-12T10:30:00.000Z')
    await actAfterAnHour('pause')
    const resumed = await actAfterAnHour('resume')
    expect(resumed.started_at).toBe(started_at)
    await kit.count(started, winning.control, winning.variant)
    kit.clock.advance(3_600_000)
    await kit.record.experiments.convert(shown(started, 1))
    const applied = await actAfterAnHour('apply_winner')
    expect(applied).toMatchObject({
      created_at: '2026-10-12T09:30:00.000Z',
      started_at,
      ended_at: '2026-10-12T13:30:00.000Z',
      applied_at: '2026-10-12T14:30:00.000Z',
    })
  })
})
