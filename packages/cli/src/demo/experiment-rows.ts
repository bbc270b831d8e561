import {
  compareArms,
  dayMs,
  type ExperimentData,
  experimentArms,
  experiments,
  toExperiment,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoEvent } from './event-rows.ts'
import type { OpeningTest } from './opening-tests.ts'

/** A test of openings: the writes that store it with its counts, and what happened to it. */
export interface DemoExperiment {
  readonly ops: readonly WriteOp[]
  readonly events: readonly DemoEvent[]
}

/** Writes out a test, once everybody who saw it has been counted. */
export function experimentRows(workspace: string, test: OpeningTest): DemoExperiment {
  const { id, text, startedAt, endedAt, arms } = test
  const keys = { workspace, created_at: startedAt - dayMs, status: text.status }
  const variants = arms.map((arm, position) => {
    const { name, headline, buttons, angle } = text.arms[position === 0 ? 0 : 1]
    const control = position === 0
    return { id: arm.id, name, control, headline, buttons, angle, created_at: keys.created_at }
  })
  const data: ExperimentData = {
    name: text.name,
    pages: text.pages,
    metric: 'chats',
    hypothesis: text.hypothesis,
    winner: text.status === 'winner_found' ? arms[1].id : null,
    started_at: startedAt,
    ended_at: endedAt,
    applied_at: null,
    reason: null,
    variants,
  }
  const counted = arms.map((arm) => ({
    id: arm.id,
    keys: { workspace, experiment: id, ...arm.counts },
  }))
  const subject = { kind: 'experiment', id } as const
  const asStarted = {
    id,
    keys: { ...keys, status: 'running' },
    data: { ...data, winner: null, ended_at: null },
  } as const
  const started: DemoEvent = {
    type: 'experiment.started',
    subject,
    at: startedAt,
    data: { object: toExperiment(asStarted, compareArms(data, [])) },
  }
  const won: DemoEvent[] =
    data.winner === null || endedAt === null
      ? []
      : [
          {
            type: 'experiment.winner_found',
            subject,
            at: endedAt,
            data: { object: toExperiment({ id, keys, data }, compareArms(data, counted)) },
          },
        ]
  return {
    ops: [
      experiments.insert(id, keys, data),
      ...counted.map((arm) => experimentArms.insert(arm.id, arm.keys, null)),
    ],
    events: [started, ...won],
  }
}
