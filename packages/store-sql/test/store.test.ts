import { testStore } from '@doorkit/store-tests'
import { describe, test } from 'vitest'
import { sqlStore } from '../src/index.ts'
import { plainDriver } from './plain-driver.ts'

describe('sqlStore over a plain driver', () => {
  testStore({
    test,
    without: {
      scrub: 'its driver has none',
      backup: 'its driver has none',
      version: 'its driver has none',
    },
    create() {
      const driver = plainDriver()
      const shared = { ...driver, close: async () => {} }
      return {
        store: sqlStore({ driver }),
        another: async () => sqlStore({ driver: shared }),
      }
    },
  })
})
