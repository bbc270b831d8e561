import { createHash } from 'node:crypto'
import type { Store, WriteOp } from '@doorkit/store'
import { settings } from '../../collections/setting.ts'
import { KitError } from '../../errors/kit-error.ts'
import { readStoredKeys } from '../../kit/secrets/match-master-keys.ts'
import { markPrefix, pagesOf, type Walk, type WalkPosition } from './walk.ts'

/** How far a copy is. */
export interface CopyPosition {
  /** The place of the walk that is under way. */
  readonly walk: number
  /** Where the last page that was written ended; null at the start of a walk. */
  readonly after: WalkPosition | null
  /** How many rows were written. */
  readonly rows: number
}

/** The row of the target that says how far a copy is: it changes in the commit of each page. */
export type CopyMark = ReturnType<typeof markOf>

interface MarkValue extends CopyPosition {
  /** Tells the source from others: a digest of its sealed key. */
  readonly source: string
}

/**
 * Finds the mark of a copy that was interrupted, or sets one in a target that is empty of what is
 * to be copied.
 *
 * @throws KitError `conflict` for a target that is not, or whose mark is of another source.
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
    throw conflict('The target holds part of a copy of another source. Empty it first.')
  }
  await requireEmpty(to, walks)
  const value: MarkValue = { walk: 0, after: null, rows: 0, source }
  const begun = await to.commit([settings.insert(id, {}, { value: JSON.stringify(value) })])
  if (!begun.ok) throw underWay()
  return { mark: markOf(to, id, value, 1), resumed: false }
}

function markOf(to: Store, id: string, begun: MarkValue, begunRev: number) {
  let value = begun
  let rev = begunRev
  return {
    position: (): CopyPosition => value,
    /** Writes a page, and moves on to where it ends. */
    async advance(ops: readonly WriteOp[], position: Omit<CopyPosition, 'rows'>): Promise<void> {
      const next = { ...value, ...position, rows: value.rows + ops.length }
      const data = { value: JSON.stringify(next) }
      const result = await to.commit([...ops, settings.patch(id, { data }, { ifRev: rev })])
      if (!result.ok) throw result.reason === 'conflict' ? notEmpty(ops[0]?.in ?? '') : underWay()
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
    `The target holds rows of its own already, in ${collection}. Copy to a store that is empty of what is copied.`,
  )
}

const underWay = () => conflict('Another copy to this target is under way. Let it end first.')

function conflict(message: string): KitError {
  return new KitError('conflict', message)
}
