import { memoryStore } from '@doorkit/store'
import { describe, test } from 'vitest'
import { testStore } from '../src/index.ts'

describe('memoryStore', () => {
  testStore({
    test,
    create: () => ({ store: memoryStore() }),
    without: {
      scrub: 'it keeps nothing that it was told to remove',
      backup: 'it has no file',
    },
  })
})
