import type { Row, Store, WriteOp } from '@doorkit/store'
import { type Collection, listPages, type TypedRow } from '../../collections/collection.ts'
import { endpoints } from '../../collections/endpoint.ts'
import { idempotency } from '../../collections/idempotency.ts'
import { type Vault, versionOf } from './encryption.ts'

const pageSize = 200

/** Everything that is sealed, but for the key that signs. */
const everythingSealed = [
  sealedRows(endpoints, 'webhook_endpoints_created', {
    sealed: ({ secrets }) => secrets.map(({ sealed }) => sealed),
    replace: (data, replace) => ({
      ...data,
      secrets: data.secrets.map((secret) => ({ ...secret, sealed: replace(secret.sealed) })),
    }),
  }),
  sealedRows(idempotency, 'idempotency_expires', {
    sealed: ({ answer }) => (answer === null ? [] : [answer]),
    replace: (data, replace) => ({ ...data, answer: data.answer && replace(data.answer) }),
  }),
]

/** How many values are sealed with each version of the master keys. */
export async function countSealed(store: Store): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const { pages, sealed } of everythingSealed) {
    for await (const rows of pages(store)) {
      for (const text of rows.flatMap(sealed)) {
        const version = versionOf(text)
        counts.set(version, (counts.get(version) ?? 0) + 1)
      }
    }
  }
  return counts
}

/**
 * Goes once through everything that is sealed and seals anew what is not sealed with the newest
 * key, a page a commit.
 */
export async function resealOnce(store: Store, vault: Vault) {
  const pass = {
    /** Rows that were sealed anew. */
    done: 0,
    /** Changed in the meantime, with others of their page: left for the next pass. */
    left: 0,
    /** Damaged: no key opens them. */
    unreadable: 0,
  }
  const isOld = (text: string) => versionOf(text) !== vault.sealsWith
  for (const { pages, sealed, replace } of everythingSealed) {
    for await (const rows of pages(store)) {
      const ops: WriteOp[] = []
      for (const row of rows.filter((candidate) => sealed(candidate).some(isOld))) {
        const reseal = (text: string) => vault.seal(vault.open(text, row.id), row.id)
        try {
          ops.push(replace(row, (text) => (isOld(text) ? reseal(text) : text)))
        } catch {
          pass.unreadable += 1
        }
      }
      if (ops.length === 0) continue
      const { ok } = await store.commit(ops)
      pass[ok ? 'done' : 'left'] += ops.length
    }
  }
  return pass
}

/** Rows that hold sealed values, and where in a row these are. */
function sealedRows<Keys extends { readonly workspace: string }, Data>(
  collection: Collection<Keys, Data>,
  index: string,
  where: {
    readonly sealed: (data: Data) => readonly string[]
    readonly replace: (data: Data, replace: (sealed: string) => string) => Data
  },
) {
  const dataOf = (row: Row) => (row as TypedRow<Keys, Data>).data
  return {
    /** The sealed values of a row. */
    sealed: (row: Row) => where.sealed(dataOf(row)),
    /** Writes the row with each of its sealed values replaced, if it is still as it was read. */
    replace: (row: Row, replace: (sealed: string) => string): WriteOp =>
      collection.edit(row as TypedRow<Keys, Data>, { data: where.replace(dataOf(row), replace) }),
    /** Every row, in bounded pages. */
    pages: (store: Store) => listPages(store, collection, index, [], pageSize),
  }
}
