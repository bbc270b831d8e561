import { expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { addPassages, dropPassages } from '../../src/knowledge/store-passages.ts'
import { overMemory } from '../support/stores.ts'

overMemory((openStore) => {
  test('all passages of a page are removed, but none of another page', async () => {
    const store = openStore()
    await store.migrate(schemaPlan)
    const page = { workspace: 'ws_1', edition: '1', title: 'Title', url: null }
    const passage = (text: string) => ({ heading: null, above: null, text })
    const texts = Array.from({ length: 2_001 }, (_, index) => passage(`Passage ${index}`))
    await store.commit(addPassages({ ...page, source: 'src_1' }, texts))
    await store.commit(addPassages({ ...page, source: 'src_2' }, [passage('Another')]))
    const drop = (source: string) =>
      dropPassages({ store, embeddings: undefined }, 'ws_1', source, 1)
    const ops = await drop('src_1')
    expect(ops).toHaveLength(2_001)
    expect((await store.commit(ops)).ok).toBe(true)
    expect(await drop('src_1')).toEqual([])
    expect(await drop('src_2')).toHaveLength(1)
  })
})
