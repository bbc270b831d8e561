import { collection } from './record.ts'
import { digest } from './rollup.ts'

/** Which running test a page belongs to: there is a row for each page of each running test. */
export const experimentPages = collection<{ workspace: string; experiment: string }, null>({
  name: 'experiment_pages',
  keys: { workspace: 'text', experiment: 'text' },
  indexes: [{ name: 'experiment_pages_experiment', on: ['experiment'] }],
})
export const experimentPagePlan = experimentPages.plan

/** The id under which a page of a workspace is taken. */
export function pageClaimId(workspace: string, page: string): string {
  return `${workspace}.${digest([page])}`
}
