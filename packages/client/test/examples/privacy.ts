import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'
import { reportChat } from './site.ts'

export const privacy: ExamplesOf<'privacy'> = {
  export: example({
    given: reportChat,
    async shown({ doorkit, console }) {
      const personalData = await doorkit.privacy.export({ email: 'ada@example.com' })
      console.log(personalData.contact?.first_name, personalData.conversations.length)
    },
    proves: ({ printed }) => expect(printed).toEqual(['Ada 1']),
  }),

  erase: example({
    given: reportChat,
    async shown({ doorkit, console }) {
      const receipt = await doorkit.privacy.erase({ email: 'ada@example.com' })
      console.log(receipt.contact_deleted, receipt.conversations)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true 1'])
      expect(await workspace.client.contacts.list().first()).toBeUndefined()
    },
  }),
}
