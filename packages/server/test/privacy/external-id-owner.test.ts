import { describe, expect, test } from 'vitest'
import { equals } from '../../src/collections/collection.ts'
import { contacts } from '../../src/collections/contact.ts'
import { conversations } from '../../src/collections/conversation.ts'
import { startConversation } from '../../src/conversations/start-conversation.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { forBothStores } from '../support/stores.ts'

const ada = 'ada@example.com'
const bob = 'bob@example.com'
const name = 'crm-7'

forBothStores((openStore) => {
  async function setUp() {
    const { store, beforeCommit } = interposedStore(openStore())
    const kit = await createKit({ store })
    const call = caller(kit)
    const { visits } = kit.doorkit.record(kit.workspace.id)
    const exportOf = async (email: string) =>
      (await call('POST', '/privacy/exports', { body: { email } })).json
    return {
      ...kit,
      beforeCommit,
      /** Makes or changes a contact. */
      give: async (email: string, external_id: string | null) => {
        const { status, json } = await call('POST', '/contacts', { body: { email, external_id } })
        return status === 200 ? (json.id as string) : status
      },
      open: async (visitor: object): Promise<string> =>
        (await call('POST', '/chat/sessions', { body: { visitor } })).json.conversation,
      visit: (visitor: string) => visits.start({ page_url: 'https://acme.example/', visitor }),
      exportOf,
      erase: async (email: string) =>
        (await call('POST', '/privacy/erasures', { body: { email } })).json,
      /** The ids of the conversations and the visits that an export shows. */
      heldOf: async (email: string): Promise<string[]> => {
        const held = await exportOf(email)
        return [...held.conversations, ...held.visits].map(({ id }) => id).sort()
      },
    }
  }

  describe('privacy: an external id that gets another owner', () => {
    test('leaves earlier rows to the earlier owner', async () => {
      const { give, open, visit, heldOf, exportOf, erase } = await setUp()
      const adas = await give(ada, name)
      const ofAda = [await open({ external_id: name }), await visit(name)].sort()
      await give(ada, 'crm-8')
      const bobs = await give(bob, name)
      const ofBob = [await open({ external_id: name }), await visit(name)].sort()

      expect(await heldOf(ada)).toEqual(ofAda)
      expect(await heldOf(bob)).toEqual(ofBob)
      expect([await exportOf(ada), await exportOf(bob)]).toMatchObject([
        { contact: { id: adas }, chat_sessions: [{ visitor: { external_id: name } }] },
        { contact: { id: bobs }, chat_sessions: [{ visitor: { external_id: name } }] },
      ])
      expect(await erase(bob)).toMatchObject({ conversations: 1, contact_deleted: true })
      expect(await heldOf(ada)).toEqual(ofAda)
      expect(await erase(ada)).toMatchObject({ conversations: 1, contact_deleted: true })
      expect(await heldOf(ada)).toEqual([])
    })

    test('does not connect a session with an address to a later owner', async () => {
      const { give, open, heldOf, exportOf } = await setUp()
      await give(ada, name)
      const ofAda = await open({ external_id: name, email: ada })
      await give(ada, null)
      const between = [await open({ external_id: name }), await open({ external_id: 'crm-9' })]
      const bobs = await give(bob, name)
      expect(await heldOf(ada)).toEqual([ofAda])
      expect(await heldOf(bob)).toEqual([between[0]])
      expect((await exportOf(bob)).contact.id).toBe(bobs)
      expect((await exportOf(ada)).contact.email).toBe(ada)
    })

    test('leaves rows from before any owner to the first owner', async () => {
      const { give, open, visit, heldOf } = await setUp()
      const before = [await open({ external_id: name }), await visit(name)].sort()
      await give(ada, name)
      expect(await heldOf(ada)).toEqual(before)
      await give(ada, 'crm-8')
      await give(bob, name)
      expect(await heldOf(ada)).toEqual(before)
      expect(await heldOf(bob)).toEqual([])
    })

    test('leaves earlier rows to the earlier address, even without a contact', async () => {
      const { give, open, visit, heldOf } = await setUp()
      const before = await open({ external_id: name })
      const withAda = await open({ external_id: name, email: ada })
      const ofAda = [before, withAda, await open({ external_id: name }), await visit(name)].sort()
      expect(await heldOf(ada)).toEqual(ofAda)
      const withBob = await open({ external_id: name, email: bob })
      const ofBob = [withBob, await open({ external_id: name })].sort()
      expect(await heldOf(ada)).toEqual(ofAda)
      expect(await heldOf(bob)).toEqual(ofBob)
      await give('carl@example.com', name)
      expect(await heldOf('carl@example.com')).toEqual([])
      expect(await heldOf(bob)).toEqual(ofBob)
    })

    test('during the start of a session is consistent: the session belongs to one owner', async () => {
      const { give, open, beforeCommit, heldOf, exportOf } = await setUp()
      await give(ada, name)
      let changed = 0
      beforeCommit(
        (op) => op.op === 'insert' && op.in === 'chat_sessions',
        async () => {
          await give(ada, null)
          await give(bob, name)
          changed += 1
        },
      )
      const session = await open({ external_id: name })
      expect(changed).toBe(1)
      expect(await heldOf(ada)).toEqual([])
      expect(await heldOf(bob)).toEqual([session])
      expect((await exportOf(bob)).chat_sessions).toHaveLength(1)
    })

    test('during an erasure of its owner leaves no row with the erased address', async () => {
      const { give, open, erase, beforeCommit, store, workspace } = await setUp()
      await give(ada, name)
      await open({ external_id: name })
      let late = ''
      beforeCommit(
        (op) => op.op === 'remove' && op.in === 'contacts',
        async () => {
          late = await open({ external_id: name })
        },
      )
      expect(await erase(ada)).toMatchObject({ conversations: 2, contact_deleted: true })
      const row = await conversations.get(store, workspace.id, late)
      expect(row?.columns).toMatchObject({ visitor_email: null, visitor_external_id: null })
    })

    test('leaves rows of an earlier version, which have only the id, to the earlier owner', async () => {
      const { give, heldOf, store, workspace } = await setUp()
      const start = (id: string, visitor_email: string | null) => {
        const columns = { workspace: workspace.id, visitor_email, visitor_external_id: name }
        return startConversation(id, { columns, data: { channel: 'api' } }, 7)
      }
      await give(ada, name)
      await store.commit([start('conv_1', null), start('conv_2', ada), start('conv_3', bob)])
      expect(await heldOf(ada)).toEqual(['conv_1', 'conv_2'])
      await give(ada, null)
      await give(bob, name)
      expect(await heldOf(ada)).toEqual(['conv_1', 'conv_2'])
      expect(await heldOf(bob)).toEqual(['conv_3'])
    })

    test('during many sessions leaves each session to one of the two owners', async () => {
      const { give, open, heldOf, store, workspace } = await setUp()
      await give(ada, name)
      const opened = Array.from({ length: 12 }, () => open({ external_id: name }))
      const moved = give(ada, null).then(() => give(bob, name))
      const ids = await Promise.all(opened)
      await moved
      const [ofAda, ofBob] = [await heldOf(ada), await heldOf(bob)]
      expect([...ofAda, ...ofBob].sort()).toEqual(ids.sort())
      const holder = await contacts.first(store, 'contacts_external_id', [
        equals('workspace', workspace.id),
        equals('external_id', name),
      ])
      expect(holder?.columns.email).toBe(bob)
    })
  })
})
