import { expect, test } from 'vitest'
import { interposedStore } from './support/interposed-store.ts'
import { caller, createKit } from './support/kit.ts'
import { overStores } from './support/stores.ts'

overStores((openStore) => {
  test('two simultaneous upserts of one new address with one external id are both accepted', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const call = caller(await createKit({ store }))
    const upsert = (company: string) =>
      call('POST', '/contacts', {
        body: { email: 'ada@example.com', external_id: 'crm-1', company },
      })
    let first = 0
    beforeCommit(
      (op) => op.in === 'contacts',
      async () => {
        first = (await upsert('First')).status
      },
    )
    const second = await upsert('Second')
    expect([first, second.status, second.json.company]).toEqual([200, 200, 'Second'])
    const other = { email: 'bob@example.com', external_id: 'crm-1' }
    expect((await call('POST', '/contacts', { body: other })).status).toBe(409)
  })

  test('an upsert accepts an external id that another contact gave up in the meantime', async () => {
    const store = { ...openStore() }
    const call = caller(await createKit({ store }))
    const held = { email: 'ada@example.com', external_id: 'crm-1' }
    const { json } = await call('POST', '/contacts', { body: held })
    // The store answers that the id is taken. Before the owner is read, the id is free again.
    const commit = store.commit
    let freed = false
    store.commit = async (ops, options) => {
      const result = await commit(ops, options)
      if (result.ok || freed) return result
      freed = true
      await call('PATCH', `/contacts/${json.id}`, { body: { external_id: null } })
      return result
    }
    const body = { email: 'bob@example.com', external_id: 'crm-1' }
    expect((await call('POST', '/contacts', { body })).status).toBe(200)
  })
})
