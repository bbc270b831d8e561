import type { EventType } from '@doorkit/models'
import type { ExperimentStatus } from '../collections/experiment.ts'

/** An action on an opening test, or an event in its life. */
export type ExperimentMove =
  | 'proposeVariant'
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'findWinner'
  | 'applyWinner'
  | 'promote'
  | 'fail'
  | 'invalidate'

const broken = { fail: 'failed', invalidate: 'invalidated' } as const

/** Where each move leads from each status; what is not here is refused. */
export const transitions: Readonly<
  Record<ExperimentStatus, { readonly [Move in ExperimentMove]?: ExperimentStatus }>
> = {
  draft: { proposeVariant: 'ready', ...broken },
  ready: { proposeVariant: 'ready', start: 'running', stop: 'stopped', ...broken },
  running: {
    proposeVariant: 'running',
    pause: 'paused',
    findWinner: 'winner_found',
    stop: 'stopped',
    ...broken,
  },
  paused: { proposeVariant: 'paused', resume: 'running', stop: 'stopped', ...broken },
  winner_found: { applyWinner: 'applied', promote: 'applied', stop: 'stopped', ...broken },
  applied: {},
  stopped: {},
  failed: {},
  invalidated: {},
}

/** A move that the status of a test allows, and where it leads. */
export interface Transition {
  readonly move: ExperimentMove
  readonly status: ExperimentStatus
}

/** The step that a move is from a status; null when it is refused. */
export function transitionFrom(from: ExperimentStatus, move: ExperimentMove): Transition | null {
  const status = transitions[from][move]
  return status === undefined ? null : { move, status }
}

/** The time that a test takes down when it first enters a status. */
export const timeOfEntry: {
  readonly [Status in ExperimentStatus]?: 'started_at' | 'ended_at' | 'applied_at'
} = {
  running: 'started_at',
  winner_found: 'ended_at',
  stopped: 'ended_at',
  failed: 'ended_at',
  invalidated: 'ended_at',
  applied: 'applied_at',
}

/** The event of a move. A test that is resumed has not begun again. */
export const eventOfMove: { readonly [Move in ExperimentMove]?: EventType } = {
  start: 'experiment.started',
  findWinner: 'experiment.winner_found',
}
