import { expect, test } from 'vitest'
import { memoryStore, optionalMethods, type Store } from '../src/index.ts'

test('a method that a store lacks is left out', () => {
  expect(Object.keys(optionalMethods(memoryStore(), ['scrub', 'backup', 'watch']))).toEqual([
    'watch',
  ])
})

test('a method is called on its store, with its arguments, through the wrapper', async () => {
  const heard: unknown[] = []
  const store: Store = {
    ...memoryStore(),
    async version(collections) {
      heard.push(this === store, collections)
      return 'one'
    },
  }
  const front = optionalMethods(store, ['version'], async (call) => {
    heard.push('before')
    return call()
  })
  expect(await front.version?.(['notes'])).toBe('one')
  expect(heard).toEqual(['before', true, ['notes']])
})
