import type { Store } from '@doorkit/store'
import { schemaPlan } from '../../collections/all-collections.ts'
import { workspaces } from '../../collections/workspace.ts'
import { KitError } from '../../errors/kit-error.ts'
import { readStoredKeys } from '../../secrets/open-vault.ts'
import { type ComparedCollection, compareStores } from './compare-stores.ts'
import { copyStoredKeys } from './copy-master-and-signing-keys.ts'
import { openMark } from './copy-progress.ts'
import { pagesOf, walksOf } from './rows-to-copy.ts'

/** The source and the target of a copy, and how much to copy. */
export interface CopyOptions {
  /** The source. Nothing may write to it until the copy ends. */
  readonly from: Store
  /**
   * The target: an empty store or, for one workspace, a store without that workspace. It may have the
   * rows of an interrupted copy from the same source.
   */
  readonly to: Store
  /** The id of one workspace to copy. Default: everything. */
  readonly workspace?: string | undefined
  /** The most rows of a page. A page is written in one commit. Default: 200. */
  readonly pageSize?: number | undefined
  /** Called after each written page of rows, and before each comparison of a collection. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

export interface CopyProgress {
  /** All rows are copied first and compared afterwards. */
  readonly phase: 'copying' | 'comparing'
  /** The current collection. */
  readonly collection: string
  /** How many rows of all collections have been written, including those before an interruption. */
  readonly rows: number
}

export interface CopyReport {
  /** How many rows were copied, including those before an interruption. */
  readonly rows: number
  /** Whether this copy continued an interrupted one. */
  readonly resumed: boolean
  /** The copied collections, which are the same in both stores. */
  readonly collections: readonly Omit<ComparedCollection, 'isSame'>[]
  /** The versions of the master keys that the target needs, ascending. The target has version 0 itself. */
  readonly masterKeys: readonly number[]
}

/**
 * Copies every row of a store, or of one workspace, to another store unchanged, including revisions,
 * times, leases and sealed values. Each commit writes a page of rows and the position after them, so an
 * interrupted copy continues there and writes nothing twice. Workspaces and API keys come last, so no
 * request finds a workspace without its rows. At the end, both stores are read again and compared.
 *
 * @throws KitError `not_found` for an unknown workspace; `conflict` if the source does not have this
 * version's schema, if the target already has rows, has part of another source's copy, or seals or signs
 * with other keys, if another copy to the target is running, or if the stores differ at the end.
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
  if (workspace !== undefined) await copyStoredKeys(from, to)
  for (const [at, walk] of walks.entries()) {
    if (at < mark.position().walk) continue
    const { name } = walk.plan
    for await (const { rows, end } of pagesOf(from, walk, pageSize, mark.position().after)) {
      if (name === workspaces.plan.name) {
        for (const { id } of rows) await copyHorizon(from, to, id)
      }
      const ops = rows.map((row) => ({ op: 'insert', in: name, row }) as const)
      await mark.advance(ops, { walk: at, after: end })
      onProgress({ phase: 'copying', collection: name, rows: mark.position().rows })
    }
    await mark.advance([], { walk: at + 1, after: null })
  }
  const { rows } = mark.position()
  const compared = await compareStores([from, to], walks, pageSize, (collection) => {
    onProgress({ phase: 'comparing', collection, rows })
  })
  const different = compared.filter(({ isSame }) => !isSame).map(({ name }) => name)
  if (different.length > 0) {
    throw new KitError(
      'conflict',
      `Source and target differ in ${different.join(', ')}: something wrote to one of them. Stop all writers, empty the target and copy again.`,
    )
  }
  await mark.remove()
  const { copies } = await readStoredKeys(to)
  return {
    rows,
    resumed,
    collections: compared.map(({ isSame: _, ...collection }) => collection),
    masterKeys: copies.map(({ version }) => version).sort((left, right) => left - right),
  }
}

/** Checks the schema without a migration, because servers of an earlier version may be using the source. */
async function requireSchema(from: Store): Promise<void> {
  const { statements } = await from.migrate(schemaPlan, { dryRun: true })
  if (statements.length === 0) return
  throw new KitError(
    'conflict',
    "The source does not have this version's schema. Run doorkit migrate on it first.",
  )
}

/**
 * Copies the horizon of a workspace, so that no later change in the target has a time that readers of
 * the source have already passed.
 */
async function copyHorizon(from: Store, to: Store, workspace: string): Promise<void> {
  // An empty commit at time 0 is refused if there is a horizon, and the refusal contains it.
  const result = await from.commit([], { at: { scope: workspace, at: 0 } })
  if (result.ok || result.reason !== 'late') return
  // A list moves the horizon of its store to the given one.
  await workspaces.list(to, {
    index: 'id',
    where: [{ column: 'id', op: 'eq', value: workspace }],
    dir: 'asc',
    limit: 1,
    horizon: { scope: workspace, at: result.horizon },
  })
}
