import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { runStoreCase, type StoreUnderTest, storeCases } from '../src/index.ts'

const cases = storeCases.filter(({ part }) => part === 'scrub')

/** A store in memory that also writes its commits to a log, as a database does. */
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

/** Makes a log of only the existing rows. */
async function rowsOnly(_: readonly string[], store: Store): Promise<string[]> {
  const ids = ['kept', 'removed', 'changed', 'swept']
  const rows = await store.get(ids.map((id) => ({ in: 'notes', partition: 'ws_1', id })))
  return rows.flatMap((row) => (row ? [JSON.stringify(row)] : []))
}

const runAll = (create: () => StoreUnderTest) =>
  Promise.all(cases.map((storeCase) => runStoreCase(storeCase, create)))

test('a store that rewrites its log keeps every promise of scrub', async () => {
  await runAll(() => loggingStore(rowsOnly))
  expect(cases).toHaveLength(3)
})

const faulty: readonly [fault: string, create: () => StoreUnderTest][] = [
  ['scrubs nothing', () => loggingStore(async (log) => [...log])],
  [
    'forgets to scrub one document',
    () => loggingStore(async (log, store) => [...(await rowsOnly(log, store)), log[0] ?? '']),
  ],
  ['scrubs rows that were not removed', () => loggingStore(async () => ['nothing'])],
  ['has no `bytes`', () => ({ store: loggingStore(rowsOnly).store })],
  ['lacks scrub without a reason', () => ({ store: memoryStore() })],
]

test.each(faulty)('the suite notices a store that %s', async (_fault, create) => {
  await expect(runAll(create)).rejects.toThrow()
})
