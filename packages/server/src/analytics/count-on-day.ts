import type { WriteOp } from '@doorkit/store'
import {
  addNames,
  dayRef,
  type NameKind,
  nameRef,
  namesPerDay,
} from '../collections/analytics-day.ts'
import { countOps, type DailyCounter, type Dimensions } from '../collections/daily-counts.ts'
import { workspaces } from '../collections/workspace.ts'
import type { Services } from '../services/services.ts'
import { type Day, localDay } from '../values/local-days.ts'

/** The page or source that stands for all names that a day does not list. No real name is empty. */
export const unlistedName = ''

/**
 * Finds the day and the dimensions under which an occurrence is counted. Visitors choose paths and
 * sources freely, so a day lists a limited number of names, and counts all later ones under an empty
 * name. Unlisted names are part of every total, but have no row or filter of their own. A listed name
 * stays listed all day, so its counts are complete. The returned writes add new names to the list of the
 * day. Put them in the commit of the counts.
 */
export async function limitPagesAndSources(
  { store }: Services,
  workspace: string,
  at: number,
  dimensions: Dimensions,
): Promise<{ readonly day: Day; readonly dimensions: Dimensions; readonly ops: WriteOp[] }> {
  const workspaceRow = await workspaces.get(store, workspace)
  const day = localDay(at, workspaceRow?.data.timezone ?? 'UTC')
  const names: readonly (readonly [NameKind, string])[] = [
    ['pages', dimensions.page],
    ['sources', dimensions.source],
  ]
  const [counts, ...rows] = await store.get([
    dayRef(workspace, day),
    ...names.map(([kind, name]) => nameRef(workspace, day, kind, name)),
  ])
  const unlisted = names.filter((_name, position) => !rows[position])
  const hasRoom = ([kind]: readonly [NameKind, string]) =>
    Number(counts?.columns[kind] ?? 0) < namesPerDay[kind]
  const fullKinds = unlisted.filter((name) => !hasRoom(name)).map(([kind]) => kind)
  return {
    day,
    dimensions: {
      ...dimensions,
      ...(fullKinds.includes('pages') ? { page: unlistedName } : {}),
      ...(fullKinds.includes('sources') ? { source: unlistedName } : {}),
    },
    ops: addNames(workspace, day, new Map(unlisted.filter(hasRoom))),
  }
}

/** The writes that count an occurrence under its day and its dimensions. */
export async function countOnDay(
  services: Services,
  workspace: string,
  at: number,
  dimensions: Dimensions,
  add: { readonly [Name in DailyCounter]?: number },
): Promise<WriteOp[]> {
  const limited = await limitPagesAndSources(services, workspace, at, dimensions)
  return [...limited.ops, ...countOps(workspace, limited.day, limited.dimensions, add)]
}
