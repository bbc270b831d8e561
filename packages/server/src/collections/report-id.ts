import { limits } from '@doorkit/models'
import { collection } from './collection.ts'
import { forSeconds } from './declare-collection.ts'

export interface ReportIdData {
  readonly result: string
  /** The signature of the report: a repeat has the same one. */
  readonly input: string
}

/** The reports of the host by their report ids, so that each report is recorded once. */
export const reportIds = collection<{ workspace: 'text'; created_at: 'integer' }, ReportIdData>({
  name: 'recordings',
  columns: { workspace: 'text', created_at: 'integer' },
  indexes: [{ name: 'recordings_age', on: ['created_at'] }],
  retention: forSeconds('created_at', limits.eventLogSeconds),
  fields: { result: 'plain', input: 'sealed' },
})
