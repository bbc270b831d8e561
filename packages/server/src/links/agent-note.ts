import type { Store } from '@doorkit/store'
import { findContact } from '../collections/contact.ts'
import { linkGreetings } from '../collections/link-greeting.ts'
import { readGreetingText, renderGreetingText } from '../text/greeting-template.ts'
import { findLink } from './count-link-stage.ts'

/**
 * Reads the note for the agent from the current greeting of a personal link, filled in with the details
 * of the visitor's contact (docs/api.md#link-greeting). The visitor's verified name supplies a first or
 * last name that the contact lacks. The details in the address of the link are not used: anyone can
 * write an address, and the agent would read them as words of the team.
 */
export async function readAgentNote(
  store: Store,
  workspace: string,
  linkId: string,
  { email, name }: { readonly email: string | null; readonly name: string | null },
): Promise<string | null> {
  const link = await findLink({ store }, workspace, linkId)
  const greeting = link?.columns.greeting
    ? await linkGreetings.get(store, workspace, link.columns.greeting)
    : null
  const note = readGreetingText(greeting?.data.agent_note ?? '')
  if (!note.ok || note.parts.length === 0) return null
  const contact = email === null ? null : await findContact(store, workspace, email)
  const title = contact?.data.attributes.title
  const [first, ...others] = name?.trim().split(/\s+/) ?? []
  return renderGreetingText(note.parts, {
    first_name: contact?.data.first_name ?? first,
    last_name: contact?.data.last_name ?? others.join(' '),
    company: contact?.data.company,
    title: typeof title === 'string' ? title : null,
  })
}
