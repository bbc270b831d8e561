import { collections } from '../collections/all-collections.ts'
import { type AnyCollection, equals, listAll, type Stored } from '../collections/collection.ts'
import type { FieldRule, PersonName } from '../collections/declaration.ts'
import type { KeyValue, Store } from '../store/port.ts'

/** A row of any collection. */
export type AnyRow = Stored<Readonly<Record<string, KeyValue>>, unknown>

/** A row that is about a person. */
export interface FoundRow {
  readonly collection: AnyCollection
  readonly row: AnyRow
  /** False for the row of somebody else, such as a meeting in the person's conversation. */
  readonly isOwn: boolean
}

/** A fact known of a person: a name, or by the name of its collection the id of a row. */
export type Clue = readonly [kind: PersonName | (string & {}), value: string]

/** A key by which rows of a collection are found. */
interface Way {
  readonly collection: AnyCollection
  readonly key: string
  readonly index: string
  /** The kinds of clues that it takes. */
  readonly kinds: readonly string[]
  readonly isName: boolean
  readonly beside: string | undefined
}

/** The rules of a collection's fields, by their names. */
export function rulesOf({ plan }: AnyCollection): [string, FieldRule<unknown, AnyRow>][] {
  return Object.entries(plan.fields as Record<string, FieldRule<unknown, AnyRow>>)
}

/** Whether an erasure removes the rows of a collection, and does not only change them. */
export function isRemoved(collection: AnyCollection): boolean {
  return rulesOf(collection).some(([, rule]) => rule === 'personal')
}

// The site may call its visitors by an address, or by the application's name for them.
const visitorNames: readonly string[] = ['email', 'external_id', 'visitor']

const ways = collections.flatMap((collection) =>
  rulesOf(collection).flatMap(([key, rule]): Way[] => {
    if (typeof rule === 'string' || 'erased' in rule) return []
    const { indexes } = collection.plan
    const index = indexes.find(({ on }) => on[0] === 'workspace' && on[1] === key)
    if (!index) return []
    const isName = 'is' in rule
    const named = isName ? (rule.is === 'visitor' ? visitorNames : rule.is) : rule.of
    const beside = isName ? rule.beside : undefined
    return [{ collection, key, index: index.name, kinds: [named].flat(), isName, beside }]
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
export function removedWith({ plan }: AnyCollection): Pick<Way, 'collection' | 'key'>[] {
  return ways.filter(
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
  store: Store,
  workspace: string,
  email: string,
  { from = [['email', email]], purpose }: { from?: readonly Clue[]; purpose: 'export' | 'erasure' },
): Promise<FoundRow[]> {
  const found = new Map<string, FoundRow>()
  const clues: Clue[] = []
  const known = new Set<string>()
  const learn = (kind: string, value: unknown) => {
    const isNew = typeof value === 'string' && !known.has(`${kind} ${value}`)
    if (!isNew) return
    known.add(`${kind} ${value}`)
    clues.push([kind, value])
  }
  const isTheirs = (value: KeyValue | undefined) => value === email
  const isFree = (row: AnyRow, key: string | undefined) =>
    key === undefined || (row.keys[key] ?? null) === null || isTheirs(row.keys[key])

  function reach(collection: AnyCollection, row: AnyRow, way?: Way): void {
    const { name, owner } = collection.plan
    if (!isFree(row, way?.beside)) return
    const isOwn = way?.isName || isFree(row, owner)
    const ref = `${name} ${row.id}`
    if (!found.get(ref)?.isOwn) found.set(ref, { collection, row, isOwn })
    if (!isOwn) return
    learn(name, row.id)
    for (const [field, rule] of rulesOf(collection)) {
      if (typeof rule === 'string' || 'erased' in rule) continue
      const value = fieldOf(collection, row, field)
      if ('of' in rule) {
        if (typeof rule.of === 'string') learn(rule.of, value)
      } else if (rule.is !== 'email') {
        const isVerified = !rule.beside || way?.key === field || isTheirs(row.keys[rule.beside])
        learn(isVerified ? rule.is : 'visitor', value)
      }
    }
  }

  const isSought = (collection: AnyCollection) =>
    !leaves.has(collection) ||
    (purpose === 'export' ? typeof collection.plan.exported === 'function' : !isRemoved(collection))

  async function follow([kind, value]: Clue): Promise<void> {
    const target = collections.find(({ plan }) => plan.partition && plan.name === kind)
    if (target && !found.has(`${kind} ${value}`)) {
      const row = await target.get(store, workspace, value)
      if (row) reach(target, row)
    }
    const sought = ways.filter(
      ({ kinds, collection }) => kinds.includes(kind) && isSought(collection),
    )
    const answers = await Promise.all(
      sought.map((way) => {
        const where = [equals('workspace', workspace), equals(way.key, value)]
        return listAll(store, way.collection, way.index, where)
      }),
    )
    for (const [at, way] of sought.entries()) {
      for (const row of answers[at] ?? []) reach(way.collection, row, way)
    }
  }

  for (const [kind, value] of from) learn(kind, value)
  for (const clue of clues) await follow(clue)
  return [...found.values()]
}

/** The value of a field of a row, whether it is a key or a part of its document. */
export function fieldOf({ plan }: AnyCollection, row: AnyRow, field: string): unknown {
  if (field in plan.keys) return row.keys[field]
  return (row.data as Readonly<Record<string, unknown>> | null)?.[field]
}
