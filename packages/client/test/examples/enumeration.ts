import { expect } from 'vitest'
import { isKnown } from '../../src/index.ts'
import { type Example, example } from './example.ts'

/** The example of the guard of enumerations. */
export const enumeration: Example = example({
  async given({ client }) {
    const { id } = await client.contacts.upsert({ email: 'ada@example.com' })
    return { contactId: id }
  },
  async shown({ doorkit, console, contactId }) {
    const { source } = await doorkit.contacts.get(contactId)
    if (isKnown('ContactSource', source)) {
      const icons = { api: 'plug', chat: 'bubble', import: 'file' }
      console.log(icons[source])
    } else {
      console.log('newer than this client:', source)
    }
  },
  proves: ({ printed }) => expect(printed).toEqual(['plug']),
})
