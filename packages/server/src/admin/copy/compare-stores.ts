import { createHash } from 'node:crypto'
import type { Store } from '@doorkit/store'
import { membersInOrder } from '../../text/members-in-order.ts'
import { pagesOf, type Walk } from './rows-to-copy.ts'

/** The result of comparing a collection in two stores. */
export interface ComparedCollection {
  readonly name: string
  /** How many rows of the source were compared. */
  readonly rows: number
  /** SHA-256 over these rows, in hex. */
  readonly digest: string
  /** Whether the target has the same rows. */
  readonly isSame: boolean
}

export async function compareStores(
  [from, to]: readonly [Store, Store],
  walks: readonly Walk[],
  pageSize: number,
  onCollection: (name: string) => void,
): Promise<ComparedCollection[]> {
  const compared: ComparedCollection[] = []
  for (const walk of walks) {
    const { name } = walk.plan
    onCollection(name)
    const [source, target] = await Promise.all([
      summarize(from, walk, pageSize),
      summarize(to, walk, pageSize),
    ])
    const isSame = source.rows === target.rows && source.digest === target.digest
    compared.push({ name, ...source, isSame })
  }
  return compared
}

async function summarize(store: Store, walk: Walk, pageSize: number) {
  const hash = createHash('sha256')
  let count = 0
  for await (const { rows } of pagesOf(store, walk, pageSize)) {
    for (const { id, rev, columns, data } of rows) {
      const values = Object.keys(walk.plan.columns).map((name) => columns[name])
      // A database may store the members of a document in another order.
      hash.update(`${JSON.stringify([id, rev, values, data], membersInOrder)}\n`)
    }
    count += rows.length
  }
  return { rows: count, digest: hash.digest('hex') }
}
