import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeOverStores, type OpenStore } from '../support/stores.ts'

const ada = { email: 'ada@example.com' }

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const post = async (body: object) => (await call('POST', '/contacts', { body })).json
  return { kit, call, post }
}

describeOverStores('GET /contacts', (openStore) => {
  test('a change that a read did not see has the time of the read or a later one', async () => {
    const { kit, call, post } = await setUp(openStore)
    kit.clock.advance(5_000)
    const start = new Date(kit.clock.now()).toISOString()
    await call('GET', '/contacts')
    // The clock of another server is behind.
    kit.clock.advance(-2_000)
    const { updated_at } = await post(ada)
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(start))
  })
})
