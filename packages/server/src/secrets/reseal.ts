import type { Row, Store, WriteOp } from '@doorkit/store'
import { type Collection, listPages } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import { idempotency } from '../collections/idempotency-key.ts'
import { endpoints } from '../collections/webhook-endpoint.ts'
import { type Vault, versionOf } from './encryption.ts'

const pageSize = 200

/**
 * The collections with values to reseal. The signing key is not such a value: it is stored sealed once
 * with each master key.
 */
const sealedCollections = [
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

/** Counts the sealed values of each master key version. */
export async function countSealed(store: Store): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const { pages, sealed } of sealedCollections) {
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
 * Goes through all sealed values once, and reseals those that were not sealed with the key that seals
 * now. Each page of rows is one commit.
 */
export async function resealOnce(store: Store, vault: Vault) {
  const counts = {
    /** Rows that were resealed. */
    done: 0,
    /** Rows that were not resealed, because another process had changed a row of the same page. */
    left: 0,
    /** Rows that no key opens, for example because they are damaged. */
    unreadable: 0,
  }
  const isOld = (text: string) => versionOf(text) !== vault.sealsWith
  for (const { pages, sealed, replace } of sealedCollections) {
    for await (const rows of pages(store)) {
      const ops: WriteOp[] = []
      for (const row of rows.filter((candidate) => sealed(candidate).some(isOld))) {
        const reseal = (text: string) => vault.seal(vault.open(text, row.id), row.id)
        try {
          ops.push(replace(row, (text) => (isOld(text) ? reseal(text) : text)))
        } catch {
          counts.unreadable += 1
        }
      }
      if (ops.length === 0) continue
      const { ok } = await store.commit(ops)
      counts[ok ? 'done' : 'left'] += ops.length
    }
  }
  return counts
}

/** Describes rows with sealed values, and how to find and replace those values. */
function sealedRows<Columns extends { readonly workspace: string }, Data>(
  collection: Collection<Columns, Data>,
  index: string,
  values: {
    readonly sealed: (data: Data) => readonly string[]
    readonly replace: (data: Data, replace: (sealed: string) => string) => Data
  },
) {
  const dataOf = (row: Row) => (row as TypedRow<Columns, Data>).data
  return {
    sealed: (row: Row) => values.sealed(dataOf(row)),
    /** Replaces each sealed value of a row. The commit fails if the row has changed since it was read. */
    replace: (row: Row, replace: (sealed: string) => string): WriteOp =>
      collection.edit(row as TypedRow<Columns, Data>, {
        data: values.replace(dataOf(row), replace),
      }),
    pages: (store: Store) => listPages(store, collection, index, [], pageSize),
  }
}
