import { describe, expect, test } from 'vitest'
import { equals } from '../../src/collections/collection.ts'
import { contacts } from '../../src/collections/contact.ts'
import { conversations } from '../../src/collections/conversation.ts'
import { startConversation } from '../../src/conversations/start-conversation.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { overStores } from '../support/stores.ts'

const ada = 'ada@example.com'
const bob = 'bob@example.com'
const externalId = 'crm-7'

overStores((openStore) => {
  async function setUp() {
    const { store, beforeCommit } = interposedStore(openStore())
    const kit = await createKit({ store })
    const call = caller(kit)
    const { visits } = kit.doorkit.record(kit.workspace.id)
    const exportPerson = async (email: string) =>
      (await call('POST', '/privacy/exports', { body: { email } })).json
    return {
      ...kit,
      beforeCommit,
      /** Creates or changes a contact with this external id. */
      setExternalId: async (email: string, external_id: string | null) => {
        const { status, json } = await call('POST', '/contacts', { body: { email, external_id } })
        return status === 200 ? (json.id as string) : status
      },
      open: async (visitor: object): Promise<string> =>
        (await call('POST', '/chat/sessions', { body: { visitor } })).json.conversation,
      visit: (visitor: string) => visits.start({ page_url: 'https://acme.example/', visitor }),
      exportPerson,
      erase: async (email: string) =>
        (await call('POST', '/privacy/erasures', { body: { email } })).json,
      /** The ids of the conversations and the visits that an export shows. */
      listRows: async (email: string): Promise<string[]> => {
        const found = await exportPerson(email)
        return [...found.conversations, ...found.visits].map(({ id }) => id).sort()
      },
    }
  }

  describe('privacy: when an external id moves to another owner', () => {
    test('earlier rows stay with the earlier owner', async () => {
      const { setExternalId, open, visit, listRows, exportPerson, erase } = await setUp()
      const adaContact = await setExternalId(ada, externalId)
      const ofAda = [await open({ external_id: externalId }), await visit(externalId)].sort()
      await setExternalId(ada, 'crm-8')
      const bobContact = await setExternalId(bob, externalId)
      const ofBob = [await open({ external_id: externalId }), await visit(externalId)].sort()

      expect(await listRows(ada)).toEqual(ofAda)
      expect(await listRows(bob)).toEqual(ofBob)
      expect([await exportPerson(ada), await exportPerson(bob)]).toMatchObject([
        { contact: { id: adaContact }, chat_sessions: [{ visitor: { external_id: externalId } }] },
        { contact: { id: bobContact }, chat_sessions: [{ visitor: { external_id: externalId } }] },
      ])
      expect(await erase(bob)).toMatchObject({ conversations: 1, contact_deleted: true })
      expect(await listRows(ada)).toEqual(ofAda)
      expect(await erase(ada)).toMatchObject({ conversations: 1, contact_deleted: true })
      expect(await listRows(ada)).toEqual([])
    })

    test('a session with an address is not connected to the later owner', async () => {
      const { setExternalId, open, listRows, exportPerson } = await setUp()
      await setExternalId(ada, externalId)
      const ofAda = await open({ external_id: externalId, email: ada })
      await setExternalId(ada, null)
      const between = [
        await open({ external_id: externalId }),
        await open({ external_id: 'crm-9' }),
      ]
      const bobContact = await setExternalId(bob, externalId)
      expect(await listRows(ada)).toEqual([ofAda])
      expect(await listRows(bob)).toEqual([between[0]])
      expect((await exportPerson(bob)).contact.id).toBe(bobContact)
      expect((await exportPerson(ada)).contact.email).toBe(ada)
    })

    test('rows from before any owner belong to the first owner', async () => {
      const { setExternalId, open, visit, listRows } = await setUp()
      const before = [await open({ external_id: externalId }), await visit(externalId)].sort()
      await setExternalId(ada, externalId)
      expect(await listRows(ada)).toEqual(before)
      await setExternalId(ada, 'crm-8')
      await setExternalId(bob, externalId)
      expect(await listRows(ada)).toEqual(before)
      expect(await listRows(bob)).toEqual([])
    })

    test('earlier rows stay with the earlier address, even without a contact', async () => {
      const { setExternalId, open, visit, listRows } = await setUp()
      const before = await open({ external_id: externalId })
      const withAda = await open({ external_id: externalId, email: ada })
      const ofAda = [
        before,
        withAda,
        await open({ external_id: externalId }),
        await visit(externalId),
      ].sort()
      expect(await listRows(ada)).toEqual(ofAda)
      const withBob = await open({ external_id: externalId, email: bob })
      const ofBob = [withBob, await open({ external_id: externalId })].sort()
      expect(await listRows(ada)).toEqual(ofAda)
      expect(await listRows(bob)).toEqual(ofBob)
      await setExternalId('carl@example.com', externalId)
      expect(await listRows('carl@example.com')).toEqual([])
      expect(await listRows(bob)).toEqual(ofBob)
    })

    test('a session that starts during the move belongs only to the new owner', async () => {
      const { setExternalId, open, beforeCommit, listRows, exportPerson } = await setUp()
      await setExternalId(ada, externalId)
      let changed = 0
      beforeCommit(
        (op) => op.op === 'insert' && op.in === 'chat_sessions',
        async () => {
          await setExternalId(ada, null)
          await setExternalId(bob, externalId)
          changed += 1
        },
      )
      const session = await open({ external_id: externalId })
      expect(changed).toBe(1)
      expect(await listRows(ada)).toEqual([])
      expect(await listRows(bob)).toEqual([session])
      expect((await exportPerson(bob)).chat_sessions).toHaveLength(1)
    })

    test('rows of an earlier version stay with the owner before the move, unless they have the address of another person', async () => {
      const { setExternalId, listRows, store, workspace } = await setUp()
      const start = (id: string, visitor_email: string | null) => {
        const columns = { workspace: workspace.id, visitor_email, visitor_external_id: externalId }
        return startConversation(id, { columns, data: { channel: 'api' } }, 7)
      }
      await setExternalId(ada, externalId)
      await store.commit([start('conv_1', null), start('conv_2', ada), start('conv_3', bob)])
      expect(await listRows(ada)).toEqual(['conv_1', 'conv_2'])
      await setExternalId(ada, null)
      await setExternalId(bob, externalId)
      expect(await listRows(ada)).toEqual(['conv_1', 'conv_2'])
      expect(await listRows(bob)).toEqual(['conv_3'])
    })

    test('each of many sessions that start during the move belongs to one of the two owners', async () => {
      const { setExternalId, open, listRows, store, workspace } = await setUp()
      await setExternalId(ada, externalId)
      const opened = Array.from({ length: 12 }, () => open({ external_id: externalId }))
      const moved = setExternalId(ada, null).then(() => setExternalId(bob, externalId))
      const ids = await Promise.all(opened)
      await moved
      const [ofAda, ofBob] = [await listRows(ada), await listRows(bob)]
      expect([...ofAda, ...ofBob].sort()).toEqual(ids.sort())
      const owner = await contacts.first(store, 'contacts_external_id', [
        equals('workspace', workspace.id),
        equals('external_id', externalId),
      ])
      expect(owner?.columns.email).toBe(bob)
    })
  })

  test('privacy: an erasure also removes the external id from a session that starts while it runs', async () => {
    const { setExternalId, open, erase, beforeCommit, store, workspace } = await setUp()
    await setExternalId(ada, externalId)
    await open({ external_id: externalId })
    let late = ''
    beforeCommit(
      (op) => op.op === 'remove' && op.in === 'contacts',
      async () => {
        late = await open({ external_id: externalId })
      },
    )
    expect(await erase(ada)).toMatchObject({ conversations: 2, contact_deleted: true })
    const row = await conversations.get(store, workspace.id, late)
    expect(row?.columns).toMatchObject({ visitor_email: null, visitor_external_id: null })
  })
})
