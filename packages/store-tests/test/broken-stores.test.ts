import { memoryStore } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { runStoreCase, storeCases } from '../src/index.ts'
import { brokenStores } from './broken-stores.ts'

describe('the suite notices this fault', () => {
  for (const { fault, noticedBy, breakStore } of brokenStores) {
    test(fault, async () => {
      const cases = storeCases.filter((storeCase) => noticedBy.includes(storeCase.name))
      expect(cases.map((storeCase) => storeCase.name).sort()).toEqual([...noticedBy].sort())
      for (const storeCase of cases) {
        const run = runStoreCase(storeCase, () => ({ store: breakStore(memoryStore()) }))
        await expect(run, storeCase.name).rejects.toThrow()
      }
    })
  }
})

test('at least twenty faults are tested', () => {
  expect(brokenStores.length).toBeGreaterThanOrEqual(20)
})
