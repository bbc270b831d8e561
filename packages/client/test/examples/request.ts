import { expect } from 'vitest'
import { type Example, example } from './example.ts'

/** The example of `request`, which belongs to no resource. */
export const request: Example = example({
  async shown({ doorkit, console }) {
    const contact = await doorkit.request<{ id: string }>({
      method: 'POST',
      path: '/contacts',
      body: { email: 'ada@example.com' },
    })
    console.log(contact.id)
  },
  async proves({ printed, workspace }) {
    expect(await workspace.client.contacts.list().first()).toMatchObject({ id: printed[0] })
  },
})
