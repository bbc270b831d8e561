import { memoryStore, type Store } from '@doorkit/server/store'
import { expect, test } from 'vitest'
import { runStoreCase, type StoreUnderTest, storeCases } from '../src/index.ts'

const cases = storeCases.filter(({ part }) => part === 'scrub')

/** A store in memory that also writes down what it is told, as a database does in its log. */
function loggingStore(rewrite: (log: readonly string[], store: Store) => Promise<string[]>) {
  const store = memoryStore()
  let log: string[] = []
  const logging: Store = {
    ...store,
    async commit(ops, options) {
      log.push(JSON.stringify(ops))
      return store.commit(ops, options)
    },
    async scrub() {
      await store.ping()
      log = await rewrite(log, store)
    },
  }
  return { store: logging, bytes: () => Buffer.from(log.join('\n')) }
}

/** The log has to hold the rows that are still there. */
async function current(_: readonly string[], store: Store): Promise<string[]> {
  const ids = ['kept', 'removed', 'changed', 'swept']
  const rows = await store.get(ids.map((id) => ({ in: 'notes', partition: 'ws_1', id })))
  return rows.flatMap((row) => (row ? [JSON.stringify(row)] : []))
}

const runAll = (create: () => StoreUnderTest) =>
  Promise.all(cases.map((storeCase) => runStoreCase(storeCase, create)))

test('a store whose log is written anew keeps every promise about scrub', async () => {
  await runAll(() => loggingStore(current))
  expect(cases).toHaveLength(3)
})

const inVain: readonly [fault: string, create: () => StoreUnderTest][] = [
  ['scrubs nothing', () => loggingStore(async (log) => [...log])],
  [
    'forgets to scrub one document',
    () => loggingStore(async (log, store) => [...(await current(log, store)), log[0] ?? '']),
  ],
  ['scrubs what was not removed', () => loggingStore(async () => ['nothing'])],
  ['does not say what it keeps', () => ({ store: loggingStore(current).store })],
  ['offers no scrub, and says so nowhere', () => ({ store: memoryStore() })],
]

test.each(inVain)('the suite notices a store that %s', async (_fault, create) => {
  await expect(runAll(create)).rejects.toThrow()
})
