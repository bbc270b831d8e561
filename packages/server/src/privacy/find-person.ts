import type { ColumnValue, Store } from '@doorkit/store'
import { collections } from '../collections/all-collections.ts'
import { type AnyCollection, equals, listAll, type TypedRow } from '../collections/collection.ts'
import { contacts } from '../collections/contact.ts'
import type { FieldRule, PersonName } from '../collections/declaration.ts'
import type { Services } from '../kit/services.ts'
import { signPerson } from '../kit/sign-person.ts'

/** A row of any collection. */
export type AnyRow = TypedRow<Readonly<Record<string, ColumnValue>>, unknown>

/** A row that is about a person. */
export interface FoundRow {
  readonly collection: AnyCollection
  readonly row: AnyRow
  /** False for the row of somebody else, such as a meeting in the person's conversation. */
  readonly isOwn: boolean
}

/** A fact known of a person: a name, or by the name of its collection the id of a row. */
export interface Clue {
  readonly kind: PersonName | (string & {})
  readonly value: string
}

type Purpose = 'export' | 'erasure'

/** A key by whose value rows of a collection are found. */
interface Path {
  readonly collection: AnyCollection
  readonly key: string
  readonly index: string
  /** The kinds of clues whose values stand in the key. */
  readonly kinds: readonly string[]
  /** The rule of the key, where it holds a name of the person, and not the id of a row. */
  readonly name: NameRule | undefined
}

type NameRule = Extract<FieldRule<unknown, AnyRow>, { readonly is: PersonName }>

/** The rules of a collection's fields, by their names. */
export function rulesOf({ plan }: AnyCollection): [string, FieldRule<unknown, AnyRow>][] {
  return Object.entries(plan.fields as Record<string, FieldRule<unknown, AnyRow>>)
}

/** Whether an erasure removes the rows of a collection, and does not only change them. */
export function isRemoved(collection: AnyCollection): boolean {
  return rulesOf(collection).some(([, rule]) => rule === 'personal')
}

/** The site may call its visitors by an address, or by the application's name for them. */
const kindsOf: Readonly<Record<PersonName, readonly string[]>> = {
  email: ['email'],
  external_id: ['external_id'],
  visitor: ['email', 'external_id', 'visitor'],
  person: ['person'],
}

/** Which rows are found by what; docs/collections.md lists it as "found by". */
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

/** Collections whose rows lead to no others: messages, events. */
const leaves = new Set(
  collections.filter((collection) => {
    const rules = rulesOf(collection).map(([, rule]) => rule)
    const names = rules.filter((rule) => typeof rule === 'object' && 'is' in rule)
    const parents = rules.filter((rule) => typeof rule === 'object' && 'of' in rule)
    return names.length === 0 && parents.length === 1
  }),
)

/** The keys by which the rows are found that go, all at once, with a row of a collection. */
export function removedWith({ plan }: AnyCollection): Pick<Path, 'collection' | 'key'>[] {
  return paths.filter(
    ({ collection, kinds }) =>
      kinds.includes(plan.name) && leaves.has(collection) && isRemoved(collection),
  )
}

/**
 * Finds every row about a person, from what is known of them on: each row that is found may tell
 * more. A row comes after the one that led to it. Messages and the like, which need not be read
 * to remove them, are left out; `export` leaves out all that is not exported.
 */
export async function findRows(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  email: string,
  options: { readonly from?: readonly Clue[] | undefined; readonly purpose: Purpose },
): Promise<FoundRow[]> {
  const { store } = services
  const { from = addressClues(services, workspace, email), purpose } = options
  const found = new Map<string, FoundRow>()
  // Goes on to grow while it is gone through.
  const clues = new Map(from.map((clue) => [`${clue.kind} ${clue.value}`, clue]))
  for (const clue of clues.values()) {
    if (await isOfAnother(store, workspace, clue, email)) continue
    const rows = [
      ...(await readRow(store, workspace, clue)),
      ...(await readRows(store, workspace, clue, purpose)),
    ]
    for (const { collection, row, path } of rows) {
      const { beside } = path?.name ?? {}
      if (beside !== undefined && row.keys[beside] !== null) continue
      const isOwn = path?.name !== undefined || isFree(row, collection.plan.owner, email)
      const ref = `${collection.plan.name} ${row.id}`
      if (!found.get(ref)?.isOwn) found.set(ref, { collection, row, isOwn })
      if (!isOwn) continue
      for (const told of toldBy(collection, row, email)) {
        const id = `${told.kind} ${told.value}`
        if (!clues.has(id)) clues.set(id, told)
      }
    }
  }
  return [...found.values()]
}

/** The address itself, and what stands for it where it must not be read. */
function addressClues(
  services: Pick<Services, 'vault'>,
  workspace: string,
  email: string,
): readonly Clue[] {
  return [
    { kind: 'email', value: email },
    { kind: 'person', value: signPerson(services, workspace, email) },
  ]
}

/** A row, and the path that it was found by; undefined for one that is known by its id. */
interface Read {
  readonly collection: AnyCollection
  readonly row: AnyRow
  readonly path?: Path | undefined
}

/** The row that a clue is the id of. */
async function readRow(store: Store, workspace: string, { kind, value }: Clue): Promise<Read[]> {
  const collection = collections.find(({ plan }) => plan.partition && plan.name === kind)
  const row = await collection?.get(store, workspace, value)
  return collection && row ? [{ collection, row }] : []
}

/** The rows that a clue leads to, of the collections that matter to the purpose. */
async function readRows(
  store: Store,
  workspace: string,
  { kind, value }: Clue,
  purpose: Purpose,
): Promise<Read[]> {
  const sought = paths.filter(
    ({ kinds, collection }) => kinds.includes(kind) && isSought(collection, purpose),
  )
  const answers = await Promise.all(
    sought.map(async (path) => {
      const { collection, key, index } = path
      const where = [equals('workspace', workspace), equals(key, value)]
      const rows = await listAll(store, collection, index, where)
      return rows.map((row): Read => ({ collection, row, path }))
    }),
  )
  return answers.flat()
}

function isSought(collection: AnyCollection, purpose: Purpose): boolean {
  if (!leaves.has(collection)) return true
  return purpose === 'export'
    ? typeof collection.plan.exported === 'function'
    : !isRemoved(collection)
}

/** Whether a name that the person had is the external id of somebody else's contact by now. */
async function isOfAnother(
  store: Store,
  workspace: string,
  { kind, value }: Clue,
  email: string,
): Promise<boolean> {
  if (kind !== 'external_id' && kind !== 'visitor') return false
  const holder = await contacts.first(store, 'contacts_external_id', [
    equals('workspace', workspace),
    equals('external_id', value),
  ])
  return holder !== null && holder.keys.email !== email
}

/** Whether a key, which may hold an address, does not hold that of another person. */
function isFree(row: AnyRow, key: string | undefined, email: string): boolean {
  const address = key === undefined ? null : (row.keys[key] ?? null)
  return address === null || address === email
}

/** What a row of the person tells of them. */
function toldBy(collection: AnyCollection, row: AnyRow, email: string): Clue[] {
  const told: Clue[] = [{ kind: collection.plan.name, value: row.id }]
  for (const [field, rule] of rulesOf(collection)) {
    if (typeof rule === 'string' || 'erased' in rule) continue
    const kind = 'is' in rule ? kindTold(rule, row, email) : rule.of
    const value = fieldOf(collection, row, field)
    if (typeof kind === 'string' && typeof value === 'string') told.push({ kind, value })
  }
  return told
}

/** What the name in a row of the person is a clue of, or null where it leads nowhere. */
function kindTold({ is, beside }: NameRule, row: AnyRow, email: string): PersonName | null {
  // Of other addresses in a row nobody knows whether they are the person's.
  if (is === 'email' || is === 'person') return null
  if (beside === undefined) return is
  const address = row.keys[beside] ?? null
  // Not verified: good enough to find visits of the site, which are no more than that themselves.
  if (address === null) return 'visitor'
  return address === email ? is : null
}

/** The value of a field of a row, whether it is a key or a part of its document. */
export function fieldOf({ plan }: AnyCollection, row: AnyRow, field: string): unknown {
  if (field in plan.keys) return row.keys[field]
  return (row.data as Readonly<Record<string, unknown>> | null)?.[field]
}
