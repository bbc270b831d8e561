// The declaration of a collection says which columns contain a name of a person or the id of another
// row. Each such column with an index is a path by which the rows of the collection are found. The
// search starts with the first clues, such as an email address, and reads the rows on every path of a
// clue. Each row of the person adds further clues, such as its id and external ids. The search ends when
// there is no new clue. A row whose owner is somebody else is found, too, but adds no clues.

import type { ColumnValue, Store } from '@doorkit/store'
import { collections } from '../collections/all-collections.ts'
import { type AnyCollection, equals, listAll } from '../collections/collection.ts'
import { contacts } from '../collections/contact.ts'
import type { FieldRule, PersonIdentifier, TypedRow } from '../collections/declare-collection.ts'
import { signPerson } from '../ids/pseudonyms.ts'
import type { Services } from '../services/services.ts'

export type AnyRow = TypedRow<Readonly<Record<string, ColumnValue>>, unknown>

/** A row that is about a person. */
export interface FoundRow {
  readonly collection: AnyCollection
  readonly row: AnyRow
  /** False for a row of somebody else, such as another person's meeting in the person's conversation. */
  readonly isOwn: boolean
}

/** A name of the person, or the id of one of their rows. */
export interface Clue {
  /** The kind of name, or the name of the row's collection. */
  readonly kind: PersonIdentifier | (string & {})
  readonly value: string
}

type Purpose = 'export' | 'erasure'

/** A column by which the rows of a collection are found. */
interface Path {
  readonly collection: AnyCollection
  readonly key: string
  readonly index: string
  /** The kinds of clues that the column can contain. */
  readonly kinds: readonly string[]
  /** The rule of a column with names; undefined for a column with the ids of rows. */
  readonly name: NameRule | undefined
}

type NameRule = Extract<FieldRule<unknown, AnyRow>, { readonly is: PersonIdentifier }>

export function rulesOf({ plan }: AnyCollection): [string, FieldRule<unknown, AnyRow>][] {
  return Object.entries(plan.fields as Record<string, FieldRule<unknown, AnyRow>>)
}

/** Whether an erasure removes the rows of a collection instead of changing them. */
export function isRemoved(collection: AnyCollection): boolean {
  return rulesOf(collection).some(([, rule]) => rule === 'personal')
}

/** The clues that match each kind of name. A site may name visitors by an address or an external id. */
const kindsOf: Readonly<Record<PersonIdentifier, readonly string[]>> = {
  email: ['email'],
  external_id: ['external_id'],
  visitor: ['email', 'external_id', 'visitor'],
  person: ['person'],
}

/** All paths. `docs/collections.md` lists them in the column "Found by". */
const paths = collections.flatMap((collection) =>
  rulesOf(collection).flatMap(([key, rule]): Path[] => {
    if (typeof rule === 'string' || 'erased' in rule) return []
    const { indexes } = collection.plan
    const index = indexes.find(({ on }) => on[0] === 'workspace' && on[1] === key)?.name
    if (index === undefined) return []
    const path = { collection, key, index }
    return 'is' in rule
      ? [{ ...path, kinds: kindsOf[rule.is], name: rule }]
      : [{ ...path, kinds: [rule.of].flat(), name: undefined }]
  }),
)

/** Collections whose rows name nobody and belong to one row of another collection, such as messages. */
const leaves = new Set(
  collections.filter((collection) => {
    const rules = rulesOf(collection).map(([, rule]) => rule)
    const names = rules.filter((rule) => typeof rule === 'object' && 'is' in rule)
    const parents = rules.filter((rule) => typeof rule === 'object' && 'of' in rule)
    return names.length === 0 && parents.length === 1
  }),
)

/** The columns by which to find the rows that are removed together with a row of a collection. */
export function removedWith({ plan }: AnyCollection): Pick<Path, 'collection' | 'key'>[] {
  return paths.filter(
    ({ collection, kinds }) =>
      kinds.includes(plan.name) && leaves.has(collection) && isRemoved(collection),
  )
}

/**
 * Finds every row about a person. A row comes after the row that led to it. An erasure skips the leaves
 * that it can remove without reading them. An export skips the leaves that are not items of their own.
 *
 * @param options.from - the clues to start with. Default: the clues of the address.
 */
export async function findRows(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  email: string,
  options: { readonly from?: readonly Clue[] | undefined; readonly purpose: Purpose },
): Promise<FoundRow[]> {
  const { store } = services
  const { purpose } = options
  const from: readonly Clue[] = options.from ?? [
    { kind: 'email', value: email },
    // Rows that must not reveal the address have its signature.
    { kind: 'person', value: signPerson(services, workspace, email) },
  ]
  const found = new Map<string, FoundRow>()
  // This map grows during the loop, which also visits the new clues.
  const clues = new Map(from.map((clue) => [`${clue.kind} ${clue.value}`, clue]))
  for (const clue of clues.values()) {
    if (await isOfAnother(store, workspace, clue, email)) continue
    const rows = [
      ...(await readRow(store, workspace, clue)),
      ...(await readRows(store, workspace, clue, purpose)),
    ]
    for (const { collection, row, path } of rows) {
      const { beside } = path?.name ?? {}
      if (beside !== undefined && row.columns[beside] !== null) continue
      const isOwn = hasNoOtherAddress(row, collection.plan.owner, email)
      const ref = `${collection.plan.name} ${row.id}`
      if (!found.get(ref)?.isOwn) found.set(ref, { collection, row, isOwn })
      if (!isOwn) continue
      for (const next of cluesIn(collection, row, email)) {
        const id = `${next.kind} ${next.value}`
        if (!clues.has(id)) clues.set(id, next)
      }
    }
  }
  return [...found.values()]
}

/** A row that was read by its id or on a path. */
interface ReadRow extends Omit<FoundRow, 'isOwn'> {
  readonly path?: Path
}

/** Reads the row whose id is the clue. */
async function readRow(store: Store, workspace: string, { kind, value }: Clue): Promise<ReadRow[]> {
  const collection = collections.find(({ plan }) => plan.partition && plan.name === kind)
  const row = await collection?.get(store, workspace, value)
  return collection && row ? [{ collection, row }] : []
}

/** Reads the rows on every path of a clue, in the collections that the purpose needs. */
async function readRows(
  store: Store,
  workspace: string,
  { kind, value }: Clue,
  purpose: Purpose,
): Promise<ReadRow[]> {
  const pathsOfClue = paths.filter(
    ({ kinds, collection }) => kinds.includes(kind) && isNeeded(collection, purpose),
  )
  const answers = await Promise.all(
    pathsOfClue.map(async (path) => {
      const { collection, key, index } = path
      const where = [equals('workspace', workspace), equals(key, value)]
      const rows = await listAll(store, collection, index, where)
      return rows.map((row): ReadRow => ({ collection, row, path }))
    }),
  )
  return answers.flat()
}

function isNeeded(collection: AnyCollection, purpose: Purpose): boolean {
  if (!leaves.has(collection)) return true
  return purpose === 'export'
    ? typeof collection.plan.exported === 'function'
    : !isRemoved(collection)
}

/** Whether a name of the person is now the external id of another contact. */
async function isOfAnother(
  store: Store,
  workspace: string,
  { kind, value }: Clue,
  email: string,
): Promise<boolean> {
  if (kind !== 'external_id' && kind !== 'visitor') return false
  const owner = await contacts.first(store, 'contacts_external_id', [
    equals('workspace', workspace),
    equals('external_id', value),
  ])
  return owner !== null && owner.columns.email !== email
}

/** Whether the column for an address, if there is one, is empty or has the address of the person. */
function hasNoOtherAddress(row: AnyRow, key: string | undefined, email: string): boolean {
  const address = key === undefined ? null : (row.columns[key] ?? null)
  return address === null || address === email
}

function cluesIn(collection: AnyCollection, row: AnyRow, email: string): Clue[] {
  const clues: Clue[] = [{ kind: collection.plan.name, value: row.id }]
  for (const [field, rule] of rulesOf(collection)) {
    if (typeof rule === 'string' || 'erased' in rule) continue
    const kind = 'is' in rule ? clueKindOf(rule, row, email) : rule.of
    const value = fieldOf(collection, row, field)
    if (typeof kind === 'string' && typeof value === 'string') clues.push({ kind, value })
  }
  return clues
}

/** The kind of clue that a name in a row of the person adds; null for none. */
function clueKindOf({ is, beside }: NameRule, row: AnyRow, email: string): PersonIdentifier | null {
  // Any other address in the row may be another person's.
  if (is === 'email' || is === 'person') return null
  if (beside === undefined) return is
  const address = row.columns[beside] ?? null
  // No address confirms the name, so it finds only visits and site visitors, whose names are not
  // confirmed either.
  if (address === null) return 'visitor'
  return address === email ? is : null
}

/** The value of a field: a column of the row or a member of its document. */
export function fieldOf({ plan }: AnyCollection, row: AnyRow, field: string): unknown {
  if (field in plan.columns) return row.columns[field]
  return (row.data as Readonly<Record<string, unknown>> | null)?.[field]
}
