import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createAda({ client }: TestWorkspace) {
  const { id } = await client.contacts.upsert({ email: 'ada@example.com', company: 'Analytical' })
  return { contactId: id }
}

export const contacts: ExamplesOf<'contacts'> = {
  list: example({
    given: createAda,
    async shown({ doorkit, console }) {
      for await (const contact of doorkit.contacts.list({
        updated_since: '2026-10-01T00:00:00Z',
      })) {
        console.log(contact.email, contact.company)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com Analytical']),
  }),

  get: example({
    given: createAda,
    async shown({ doorkit, console, contactId }) {
      const contact = await doorkit.contacts.get(contactId)
      console.log(contact.email, contact.source)
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com api']),
  }),

  upsert: example({
    async shown({ doorkit, console }) {
      const contact = await doorkit.contacts.upsert({
        email: 'ada@example.com',
        company: 'Analytical',
        attributes: { plan: 'trial', seats: 3 },
      })
      console.log(contact.id)
    },
    async proves({ printed, workspace }) {
      expect(await workspace.client.contacts.list().first()).toMatchObject({
        id: printed[0],
        attributes: { plan: 'trial', seats: 3 },
      })
    },
  }),

  update: example({
    given: createAda,
    async shown({ doorkit, console, contactId }) {
      const contact = await doorkit.contacts.update(contactId, {
        external_id: 'crm-7',
        company: null,
      })
      console.log(contact.external_id, contact.company)
    },
    async proves({ printed, workspace, contactId }) {
      expect(printed).toEqual(['crm-7 null'])
      expect(await workspace.client.contacts.get(contactId)).toMatchObject({ company: null })
    },
  }),

  delete: example({
    given: createAda,
    async shown({ doorkit, console, contactId }) {
      const { erasure } = await doorkit.contacts.delete(contactId)
      console.log(erasure.contact_deleted, erasure.conversations)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true 0'])
      expect(await workspace.client.contacts.list().first()).toBeUndefined()
    },
  }),
}
