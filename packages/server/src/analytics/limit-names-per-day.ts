import type { WriteOp } from '@doorkit/store'
import {
  addNames,
  dayRef,
  type NameKind,
  nameRef,
  namesPerDay,
} from '../collections/analytics-day.ts'
import { type Day, localDay } from '../collections/local-day.ts'
import type { Dimensions } from '../collections/rollup.ts'
import { workspaces } from '../collections/workspace.ts'
import type { Services } from '../kit/services.ts'

/** The page and the source of what a day does not list by name. No page and no source is empty. */
export const unnamed = ''

/**
 * Finds where a workspace counts something. Visitors choose the path they ask for and, with the
 * address they come by, the source: so a day lists the first of them, and counts the others under
 * no name. They are part of every total, and of nothing that is shown or asked for by name. What a
 * day lists once it lists to its end, so that each number of a name is whole. The writes list new
 * names, in the commit of what is counted.
 */
export async function placeOnDay(
  { store }: Services,
  workspace: string,
  at: number,
  dimensions: Dimensions,
): Promise<{ readonly day: Day; readonly dimensions: Dimensions; readonly ops: WriteOp[] }> {
  const row = await workspaces.get(store, workspace)
  const day = localDay(at, row?.data.timezone ?? 'UTC')
  const wanted: readonly (readonly [NameKind, string])[] = [
    ['pages', dimensions.page],
    ['sources', dimensions.source],
  ]
  const [counts, ...listed] = await store.get([
    dayRef(workspace, day),
    ...wanted.map(([kind, name]) => nameRef(workspace, day, kind, name)),
  ])
  const unlisted = wanted.filter((_name, position) => !listed[position])
  const hasRoom = ([kind]: readonly [NameKind, string]) =>
    Number(counts?.keys[kind] ?? 0) < namesPerDay[kind]
  const full = unlisted.filter((name) => !hasRoom(name)).map(([kind]) => kind)
  return {
    day,
    dimensions: {
      ...dimensions,
      ...(full.includes('pages') ? { page: unnamed } : {}),
      ...(full.includes('sources') ? { source: unnamed } : {}),
    },
    ops: addNames(workspace, day, new Map(unlisted.filter(hasRoom))),
  }
}
