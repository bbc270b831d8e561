import { expect, test } from 'vitest'
import { unfinishedErasures } from '../../src/collections/erasure.ts'
import { overMemory } from '../support/stores.ts'
import { email, setUp } from './erasure-kit.ts'

overMemory((openStore) => {
  async function setUpScrubs() {
    let scrubs = 0
    const scrub = async () => {
      scrubs += 1
    }
    return { ...(await setUp(() => ({ ...openStore(), scrub }))), scrubs: () => scrubs }
  }

  test('an erasure that finds nothing does not scrub the database', async () => {
    const { erase, scrubs } = await setUpScrubs()
    expect(await erase()).toMatchObject({ contact_deleted: false })
    expect(scrubs()).toBe(0)
  })

  test('an erasure scrubs the database once, whether it removes a contact or only a stored answer', async () => {
    const { call, erase, scrubs } = await setUpScrubs()
    await call('POST', '/contacts', { body: { email } })
    await erase()
    expect(scrubs()).toBe(1)
    const body = { email: 'grace@example.com', attributes: { note: `Came with ${email}` } }
    await call('POST', '/contacts', { body, headers: { 'Idempotency-Key': 'mention' } })
    await erase()
    expect(scrubs()).toBe(2)
    await erase()
    expect(scrubs()).toBe(2)
  })

  test('an erasure that finds nothing scrubs the database if another erasure is unfinished', async () => {
    const { erase, store, workspace, clock, scrubs } = await setUpScrubs()
    const columns = { workspace: workspace.id, due_at: clock.now() + 60_000, lease: null }
    await store.commit([unfinishedErasures.insert('era_other', columns, { people: [] })])
    await erase()
    expect(scrubs()).toBe(1)
  })
})
