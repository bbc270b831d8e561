import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { runStoreCase, storeCases, type TestStoreOptions, testStore } from '../src/index.ts'

function declareCases(without: TestStoreOptions['without']): string[] {
  const names: string[] = []
  testStore({
    test: (name) => names.push(name),
    create: () => ({ store: memoryStore() }),
    without,
  })
  return names
}

test('every case is declared once, with a unique name', () => {
  const names = declareCases({})
  expect(names).toEqual(storeCases.map((storeCase) => storeCase.name))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(90)
})

test('an optional part that a store claims to lack must be missing', async () => {
  const names = declareCases({ search: 'it has no index', watch: 'it cannot listen' })
  expect(names).toContain('the store does not offer search: it has no index')
  expect(names).toContain('the store does not offer watch: it cannot listen')
  expect(names).not.toContain('case and accents do not matter')
  const runs: (() => Promise<void>)[] = []
  testStore({
    test: (name, run) => name.startsWith('the store does not offer search') && runs.push(run),
    create: () => ({ store: memoryStore() }),
    without: { search: 'it has no index' },
  })
  expect(runs).toHaveLength(1)
  await expect(runs[0]?.()).rejects.toThrow()
})

test('stores are closed and disposed of, even if a case fails', async () => {
  const store = memoryStore()
  const events: string[] = []
  const failing = {
    name: 'fails',
    async run() {
      throw new Error('expected')
    },
  }
  const run = runStoreCase(failing, () => ({
    store: {
      ...store,
      async close() {
        events.push('closed')
      },
    },
    dispose() {
      events.push('disposed')
    },
  }))
  await expect(run).rejects.toThrow('expected')
  expect(events).toEqual(['closed', 'disposed'])
})
