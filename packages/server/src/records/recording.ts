import { collection } from './record.ts'

/** What was recorded under which key of the host, so that it is recorded once. */
export const recordings = collection<
  { workspace: string; created_at: number },
  { readonly result: string }
>({
  name: 'recordings',
  keys: { workspace: 'text', created_at: 'integer' },
  indexes: [{ name: 'recordings_age', on: ['created_at'] }],
})
export const recordingPlan = recordings.plan
