import { readdirSync } from 'node:fs'
import { memoryStore } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { collections, schemaPlan } from '../../src/collections/all-collections.ts'
import type { AnyCollection } from '../../src/collections/collection.ts'
import { declaredStore, undeclared } from '../support/declared-store.ts'

const folder = new URL('../../src/collections/', import.meta.url)

/** Returns the collections that the files of the folder declare. */
async function readDeclaredCollections(): Promise<AnyCollection[]> {
  const files = readdirSync(folder).filter((name) => name !== 'all-collections.ts')
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is AnyCollection => {
      const plan = (value as AnyCollection | null | undefined)?.plan
      return typeof plan === 'object' && 'retention' in plan
    })
}

const rulesOf = ({ plan }: AnyCollection) =>
  Object.entries(plan.fields as Readonly<Record<string, string | object>>)
const isPersonal = (rule: string | object) => rule !== 'plain' && rule !== 'sealed'

describe('a collection', () => {
  test('is in the list of collections', async () => {
    const names = (await readDeclaredCollections()).map(({ plan }) => plan.name)
    expect(names.sort()).toEqual(collections.map(({ plan }) => plan.name).sort())
    expect(names.length).toBeGreaterThan(30)
  })

  test.each(collections.map((collection) => ({ name: collection.plan.name, collection })))(
    '$name has an index for each column that finds people, and personal data is exported or has a reason not to be',
    ({ name, collection }) => {
      const { columns, indexes, exported } = collection.plan
      const rules = rulesOf(collection)
      for (const [field, rule] of rules) {
        const isFoundBy =
          typeof rule === 'object' && ('is' in rule || ('of' in rule && field in columns))
        if (!isFoundBy) continue
        const isIndexed = indexes.some(({ on }) => on.slice(0, 2).includes(field))
        expect(
          isIndexed,
          `${name} is found by ${field}: declare an index with this column first or second.`,
        ).toBe(true)
      }
      if (!rules.some(([, rule]) => isPersonal(rule))) return
      const help = `${name} holds personal data: declare where an export shows it (\`exported\`).`
      expect(exported, help).toBeDefined()
    },
  )

  test('must declare for every field with text whether it is about a person', async () => {
    const store = memoryStore()
    await store.migrate(schemaPlan)
    const columns = { workspace: 'ws_1', conversation: 'conv_1', position: 0, created_at: 1 }
    const row = (data: object) => ({ id: 'msg_1', columns, data })
    const reported: Error[] = []
    const checked = declaredStore(store, (error) => reported.push(error))
    const insert = (data: object) =>
      checked.commit([{ op: 'insert', in: 'messages', row: row(data) }])
    await expect(insert({ role: 'user', text: 'Hi', tools: [], spoken_by: 'Ada' })).rejects.toThrow(
      undeclared('messages', 'spoken_by'),
    )
    expect(reported).toHaveLength(1)
    expect(await insert({ role: 'user', text: 'Hi', tools: [] })).toMatchObject({ ok: true })
  })
})
