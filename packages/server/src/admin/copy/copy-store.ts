import type { Store } from '@doorkit/store'
import { schemaPlan } from '../../collections/all-collections.ts'
import { workspaces } from '../../collections/workspace.ts'
import { KitError } from '../../errors/kit-error.ts'
import { readStoredKeys } from '../../kit/secrets/match-master-keys.ts'
import { type ComparedCollection, compareStores } from './compare-stores.ts'
import { type CopyMark, openMark } from './copy-progress.ts'
import { carryHorizon } from './horizon.ts'
import { bringKeys } from './stored-keys.ts'
import { pagesOf, type Walk, walksOf } from './walk.ts'

/** The rows to copy, their source and their target. */
export interface CopyOptions {
  /** Nothing may write to it before the copy has ended. */
  readonly from: Store
  /** Empty of what is copied, unless a copy of the same was interrupted. */
  readonly to: Store
  /** One workspace alone, with what the directory says of it. Default: everything. */
  readonly workspace?: string | undefined
  /** How many rows are read and written at once. Default: 200. */
  readonly pageSize?: number | undefined
  /** Called after each page that was written, and before a collection is compared. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

/** How far a copy is. */
export interface CopyProgress {
  /** Rows are copied first, and compared when all are there. */
  readonly phase: 'copying' | 'comparing'
  /** The collection that is under way. */
  readonly collection: string
  /** How many rows of all collections were written so far, before interruptions too. */
  readonly rows: number
}

/** The outcome of a copy. */
export interface CopyReport {
  /** How many rows were copied, before interruptions too. */
  readonly rows: number
  /** Whether this copy went on where an earlier one was interrupted. */
  readonly resumed: boolean
  /** The rows that the source and the target both hold. */
  readonly collections: readonly Omit<ComparedCollection, 'isSame'>[]
  /** The versions of the master keys that the target needs, ascending; 0 is kept by the store. */
  readonly masterKeys: readonly number[]
}

/**
 * Copies every row of a store, or of one workspace, to another store, as it is: revisions, times,
 * leases and sealed values included. Each page is one commit together with the position that it
 * ends at, so that a copy which was interrupted anywhere goes on there, and writes nothing twice.
 * Workspaces and keys come last: no request finds a workspace whose rows are not there yet. In the
 * end both stores are read once more and compared.
 *
 * @throws KitError `not_found` without such a workspace; `conflict` when the source is behind
 * this version's schema, the target holds something already or seals with other keys, or the two are
 * not the same in the end.
 */
export async function copyStore(options: CopyOptions): Promise<CopyReport> {
  const { from, to, workspace, pageSize = 200, onProgress = () => {} } = options
  await requireSchema(from)
  if (workspace !== undefined && !(await workspaces.get(from, workspace))) {
    throw new KitError('not_found', `The source has no workspace ${workspace}.`)
  }
  await to.migrate(schemaPlan)
  const walks = walksOf(workspace)
  const { mark, resumed } = await openMark(from, to, walks, workspace)
  if (workspace !== undefined) await bringKeys(from, to)
  const rows = await copyRows({ from, to, walks, mark, pageSize, onProgress })
  const compared = await compareStores([from, to], walks, pageSize, (collection) => {
    onProgress({ phase: 'comparing', collection, rows })
  })
  const different = compared.filter(({ isSame }) => !isSame).map(({ name }) => name)
  if (different.length > 0) throw notTheSame(different)
  await mark.remove()
  const { copies } = await readStoredKeys(from)
  return {
    rows,
    resumed,
    collections: compared.map(({ isSame: _, ...collection }) => collection),
    masterKeys: copies.map(({ version }) => version).sort((left, right) => left - right),
  }
}

/** Looks without changing anything: the source may be served by an earlier version. */
async function requireSchema(from: Store): Promise<void> {
  const { statements } = await from.migrate(schemaPlan, { dryRun: true })
  if (statements.length === 0) return
  throw new KitError(
    'conflict',
    'The source is not at the schema of this version: run doorkit migrate on it first.',
  )
}

interface CopyRows {
  readonly from: Store
  readonly to: Store
  readonly walks: readonly Walk[]
  readonly mark: CopyMark
  readonly pageSize: number
  readonly onProgress: (progress: CopyProgress) => void
}

async function copyRows({ from, to, walks, mark, pageSize, onProgress }: CopyRows) {
  for (const walk of walks.slice(mark.position().walk)) {
    const { name } = walk.plan
    for await (const { rows, end } of pagesOf(from, walk, pageSize, mark.position().after)) {
      if (name === workspaces.plan.name) {
        for (const { id } of rows) await carryHorizon(from, to, id)
      }
      const ops = rows.map((row) => ({ op: 'insert', in: name, row }) as const)
      await mark.advance(ops, { walk: walks.indexOf(walk), after: end })
      onProgress({ phase: 'copying', collection: name, rows: mark.position().rows })
    }
    await mark.advance([], { walk: walks.indexOf(walk) + 1, after: null })
  }
  return mark.position().rows
}

function notTheSame(collections: readonly string[]): KitError {
  const names = collections.join(', ')
  return new KitError(
    'conflict',
    `Source and target are not the same in ${names}: one of them was written to. Stop what writes, empty the target and copy again.`,
  )
}
