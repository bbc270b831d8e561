import { createHash } from 'node:crypto'
import type { Store, WriteOp } from '@doorkit/store'
import { settings } from '../../collections/deployment-setting.ts'
import { KitError } from '../../errors/kit-error.ts'
import { readStoredKeys } from '../../secrets/open-vault.ts'
import { markPrefix, pagesOf, type Walk, type WalkPosition } from './rows-to-copy.ts'

/** The position that a copy has reached. */
export interface CopyPosition {
  /** The number of the current walk, from 0. */
  readonly walk: number
  /** Where the last written page ended; null at the start of a walk. */
  readonly after: WalkPosition | null
  /** How many rows were written. */
  readonly rows: number
}

/** The row of the target that stores the position. The commit of each page updates this row. */
type CopyMark = ReturnType<typeof markOf>

interface MarkValue extends CopyPosition {
  /** Identifies the source: a digest of the sealed copies of its signing key. */
  readonly source: string
}

/**
 * Finds the mark of an interrupted copy, or adds a mark to a target in which the walks find no rows.
 *
 * @throws KitError `conflict` if the walks find rows but there is no mark, if the mark belongs to
 * another source, or if another copy has added its mark in the meantime.
 */
export async function openMark(
  from: Store,
  to: Store,
  walks: readonly Walk[],
  workspace: string | undefined,
): Promise<{ readonly mark: CopyMark; readonly resumed: boolean }> {
  const id = `${markPrefix}${workspace ?? '*'}`
  const { copies } = await readStoredKeys(from)
  const source = createHash('sha256').update(JSON.stringify(copies)).digest('hex')
  const earlier = await settings.get(to, id)
  if (earlier) {
    const value = JSON.parse(earlier.data.value) as MarkValue
    if (value.source === source) return { mark: markOf(to, id, value, earlier.rev), resumed: true }
    throw conflict('The target has part of a copy of another source. Empty the target first.')
  }
  await requireEmpty(to, walks)
  const value: MarkValue = { walk: 0, after: null, rows: 0, source }
  const result = await to.commit([settings.insert(id, {}, { value: JSON.stringify(value) })])
  if (!result.ok) throw alreadyRunning()
  return { mark: markOf(to, id, value, 1), resumed: false }
}

function markOf(to: Store, id: string, startValue: MarkValue, startRev: number) {
  let value = startValue
  let rev = startRev
  return {
    position: (): CopyPosition => value,
    /** Writes a page together with the position at its end. */
    async advance(ops: readonly WriteOp[], position: Omit<CopyPosition, 'rows'>): Promise<void> {
      const next = { ...value, ...position, rows: value.rows + ops.length }
      const data = { value: JSON.stringify(next) }
      const result = await to.commit([...ops, settings.patch(id, { data }, { ifRev: rev })])
      if (!result.ok)
        throw result.reason === 'conflict' ? notEmpty(ops[0]?.in ?? '') : alreadyRunning()
      value = next
      rev += 1
    },
    async remove(): Promise<void> {
      await to.commit([settings.remove(id, { ifRev: rev })])
    },
  }
}

async function requireEmpty(to: Store, walks: readonly Walk[]): Promise<void> {
  for (const walk of walks) {
    for await (const { rows } of pagesOf(to, walk, 100)) {
      if (rows.length > 0) throw notEmpty(walk.plan.name)
    }
  }
}

function notEmpty(collection: string): KitError {
  return conflict(
    `The target already has rows in ${collection}. Copy to an empty store or, for one workspace, to a store without that workspace.`,
  )
}

const alreadyRunning = () => conflict('Another copy to this target is running. Wait until it ends.')

function conflict(message: string): KitError {
  return new KitError('conflict', message)
}
