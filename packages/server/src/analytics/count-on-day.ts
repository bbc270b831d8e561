import type { WriteOp } from '@doorkit/store'
import { countOps, type DailyCounter, type Dimensions } from '../collections/daily-counts.ts'
import type { Services } from '../services/services.ts'
import { limitPagesAndSources } from './limit-pages-and-sources.ts'

/** The writes that add to counters of the day and the dimensions of an occurrence. */
export async function countOnDay(
  services: Services,
  workspace: string,
  at: number,
  where: Dimensions,
  add: { readonly [Name in DailyCounter]?: number },
): Promise<WriteOp[]> {
  const { day, dimensions, ops } = await limitPagesAndSources(services, workspace, at, where)
  return [...ops, ...countOps(workspace, day, dimensions, add)]
}
