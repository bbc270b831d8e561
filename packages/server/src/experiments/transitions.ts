import type { EventType } from '@doorkit/models'
import type { ExperimentStatus } from '../collections/experiment.ts'

/** An action that can change the status of an opening test. */
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

const endings = { fail: 'failed', invalidate: 'invalidated' } as const

/** The next status for each status and move. All other moves are refused. */
export const transitions: Readonly<
  Record<ExperimentStatus, { readonly [Move in ExperimentMove]?: ExperimentStatus }>
> = {
  draft: { proposeVariant: 'ready', ...endings },
  ready: { proposeVariant: 'ready', start: 'running', stop: 'stopped', ...endings },
  running: {
    proposeVariant: 'running',
    pause: 'paused',
    findWinner: 'winner_found',
    stop: 'stopped',
    ...endings,
  },
  paused: { proposeVariant: 'paused', resume: 'running', stop: 'stopped', ...endings },
  winner_found: { applyWinner: 'applied', promote: 'applied', stop: 'stopped', ...endings },
  applied: {},
  stopped: {},
  failed: {},
  invalidated: {},
}

/** An allowed move, and the status that it leads to. */
export interface Transition {
  readonly move: ExperimentMove
  readonly status: ExperimentStatus
}

/** Finds the transition of a move from a status; null if the move is refused. */
export function transitionFrom(from: ExperimentStatus, move: ExperimentMove): Transition | null {
  const status = transitions[from][move]
  return status === undefined ? null : { move, status }
}

/**
 * The field with the time of each status. If several statuses share a field, the first one that the test
 * enters sets it.
 */
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

/** The event of a move. Resuming a test emits none, since the test has started before. */
export const eventOfMove: { readonly [Move in ExperimentMove]?: EventType } = {
  start: 'experiment.started',
  findWinner: 'experiment.winner_found',
}
