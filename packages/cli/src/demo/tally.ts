import {
  type CountedRow,
  countedRows,
  countOnLink,
  countRowOps,
  type Dimensions,
  type LabelKind,
  type LinkCount,
  labelOps,
  localDay,
  type RollupCounter,
  toLinkDay,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoLink } from './link-rows.ts'

/** Adds up what analytics and the results of links count, so that each row is written once. */
export interface Tally {
  count(at: number, dimensions: Dimensions, add: { readonly [C in RollupCounter]?: number }): void
  label(at: number, dimensions: Dimensions, kind: LabelKind, label: string): void
  onLink(at: number, link: DemoLink, count: LinkCount): void
  /** The writes, in groups that belong together. */
  groups(): WriteOp[][]
}

type Sums<Name extends string> = { [N in Name]?: number }

/** Makes a {@link Tally}. Days are those of the workspace's time zone. */
export function createTally(workspace: string, timezone: string): Tally {
  const counted = new Map<string, { counts: CountedRow; add: Sums<RollupCounter> }>()
  const onLinks = new Map<string, { day: number; link: DemoLink; add: Sums<LinkCount> }>()
  const labels: WriteOp[][] = []
  return {
    count(at, dimensions, add) {
      const day = localDay(at, timezone)
      for (const counts of countedRows(day, dimensions)) {
        const { page, source, device } = counts.filter
        const name = JSON.stringify([day, page, source, device, counts.ai])
        const row = counted.get(name) ?? { counts, add: {} }
        counted.set(name, row)
        addTo(row.add, add)
      }
    },
    label(at, dimensions, kind, label) {
      labels.push(labelOps(workspace, localDay(at, timezone), dimensions, kind, label))
    },
    onLink(at, link, count) {
      const day = toLinkDay(at)
      const name = `${link.id} ${day}`
      const row = onLinks.get(name) ?? { day, link, add: {} }
      onLinks.set(name, row)
      addTo(row.add, { [count]: 1 } as Sums<LinkCount>)
    },
    groups() {
      const days = [...counted.values()].map(({ counts, add }) =>
        countRowOps(workspace, counts, add),
      )
      const links = [...onLinks.values()].map(({ day, link, add }) =>
        countOnLink({ workspace, link: link.id, greeting: link.greeting, day }, add),
      )
      return [...days, ...links, ...labels]
    },
  }
}

function addTo<Name extends string>(sums: Sums<Name>, add: { readonly [N in Name]?: number }) {
  for (const name of Object.keys(add) as Name[]) sums[name] = (sums[name] ?? 0) + (add[name] ?? 0)
}
