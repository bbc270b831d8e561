import { expect, test } from 'vitest'
import { describeOverStores } from '../support/stores.ts'
import { email, setUp } from './erasure-kit.ts'

interface ListedEvent {
  readonly type: string
  readonly data: unknown
}

describeOverStores('contact.deleted', (openStore) => {
  async function setUpContact() {
    const kit = await setUp(openStore)
    const body = { email, first_name: 'Ada' }
    const { id } = (await kit.call('POST', '/contacts', { body })).json as { id: string }
    const listDeletions = async (options: { secret?: string } = {}) => {
      const { data } = (await kit.call('GET', '/events', options)).json as { data: ListedEvent[] }
      return data.filter(({ type }) => type === 'contact.deleted')
    }
    return { ...kit, id, listDeletions }
  }

  test('follows a deletion, and contains nothing about the person', async () => {
    const { call, id, listDeletions } = await setUpContact()
    await call('DELETE', `/contacts/${id}`)
    const events = await listDeletions()
    expect(events.map(({ data }) => data)).toEqual([
      { object: { id, object: 'contact', deleted: true } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/ada@|"ada"/i)
  })

  test('is emitted once, even for repeated and simultaneous erasures', async () => {
    const { erase, call, id, listDeletions } = await setUpContact()
    const deletion = call('DELETE', `/contacts/${id}`)
    await Promise.all([deletion, ...Array.from({ length: 5 }, erase)])
    await erase()
    expect(await listDeletions()).toHaveLength(1)
  })

  test('is not emitted without a contact', async () => {
    const { erase, call, show } = await setUp(openStore)
    await erase()
    await call('DELETE', '/contacts/ct_none')
    expect((await show('/events')).data).toEqual([])
  })

  test('stays the same when the person is erased again, before or after the delivery of the event', async () => {
    const { erase, id, call, listDeletions, doorkit, clock } = await setUpContact()
    await erase()
    const before = await listDeletions()
    await call('POST', '/contacts', { body: { email } })
    await erase()
    clock.advance(60_000)
    await doorkit.worker.tick()
    await erase()
    const after = await listDeletions()
    expect(before).toHaveLength(1)
    expect(after).toHaveLength(2)
    expect(after[1]).toEqual(before[0])
    expect(after[1]).toMatchObject({ data: { object: { id, deleted: true } } })
  })

  test('shows an API key without contacts:read only the id and the kind', async () => {
    const { erase, doorkit, workspace, id, listDeletions } = await setUpContact()
    const { secret } = await doorkit.keys.create({
      workspace: workspace.id,
      name: 'Events',
      scopes: ['events:read'],
    })
    await erase()
    const events = await listDeletions({ secret })
    expect(events.map(({ data }) => data)).toEqual([{ object: { id, object: 'contact' } }])
  })
})
