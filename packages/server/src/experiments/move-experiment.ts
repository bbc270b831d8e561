import type { WriteOp } from '@doorkit/store'
import {
  type ExperimentData,
  experiments,
  type StoredExperiment,
} from '../collections/experiment.ts'
import type { Services } from '../services/services.ts'
import { emit } from '../webhooks/emit-events.ts'
import { eventOfMove, type Transition, timeOfEntry } from './transitions.ts'

/**
 * Prepares a transition of a test: the changed row and the writes, with the event if the move has one.
 * The commit fails if the row has changed since it was read.
 */
export async function moveExperiment(
  services: Services,
  row: StoredExperiment,
  { move, status }: Transition,
  at: number,
  changes: Partial<ExperimentData> = {},
): Promise<{ readonly row: StoredExperiment; readonly ops: readonly WriteOp[] }> {
  const time = timeOfEntry[status]
  const data = { ...row.data, ...(time && { [time]: row.data[time] ?? at }), ...changes }
  const type = eventOfMove[move]
  const subject = { kind: 'experiment', id: row.id } as const
  return {
    row: { ...row, columns: { ...row.columns, status }, data },
    ops: [
      experiments.edit(row, { set: { status }, data }),
      ...(await emit(services, row.columns.workspace, type ? [{ type, subject }] : [], at)),
    ],
  }
}
