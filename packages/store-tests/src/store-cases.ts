import { aggregates } from './cases/aggregates.ts'
import { backups } from './cases/backups.ts'
import { bulk } from './cases/bulk.ts'
import { claims } from './cases/claims.ts'
import { conflicts } from './cases/conflicts.ts'
import { documents } from './cases/documents.ts'
import { fidelity } from './cases/fidelity.ts'
import { filtering } from './cases/filters.ts'
import { groups } from './cases/groups.ts'
import { guards } from './cases/guards.ts'
import { horizons } from './cases/horizons.ts'
import { lifecycle } from './cases/lifecycle.ts'
import { lists } from './cases/lists.ts'
import { migrations } from './cases/migrations.ts'
import { partitions } from './cases/partitions.ts'
import { races } from './cases/races.ts'
import { readsAndWrites } from './cases/reads-and-writes.ts'
import { refusals } from './cases/refusals.ts'
import { scrubbing } from './cases/scrubbing.ts'
import { searchScores } from './cases/search-scores.ts'
import { searches } from './cases/searches.ts'
import { textOrder } from './cases/text-order.ts'
import { versions } from './cases/versions.ts'
import { watches } from './cases/watches.ts'
import { windows } from './cases/windows.ts'
import type { StoreCase } from './store-case.ts'

/** The promises of the store port, except those of `nearest`. */
export const storeCases: readonly StoreCase[] = [
  ...readsAndWrites,
  ...guards,
  ...conflicts,
  ...partitions,
  ...races,
  ...groups,
  ...lists,
  ...textOrder,
  ...filtering,
  ...aggregates,
  ...bulk,
  ...claims,
  ...windows,
  ...horizons,
  ...fidelity,
  ...documents,
  ...searches,
  ...searchScores,
  ...scrubbing,
  ...backups,
  ...versions,
  ...watches,
  ...migrations,
  ...refusals,
  ...lifecycle,
]
