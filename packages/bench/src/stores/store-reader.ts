import { postgresStore } from '@doorkit/store-postgres'
import { itemsPlan, type Reader } from './reader.ts'

/** Opens a reader that uses the store. */
export async function open(url: string): Promise<Reader> {
  const store = postgresStore({ url })
  await store.migrate(itemsPlan)
  return {
    async get(id) {
      const [row] = await store.get([{ in: 'items', id }])
      return row ?? { id: '' }
    },
    page: (workspace) =>
      store.list({
        in: 'items',
        index: 'items_at',
        where: [{ column: 'workspace', op: 'eq', value: workspace }],
        dir: 'desc',
        limit: 50,
      }),
  }
}
