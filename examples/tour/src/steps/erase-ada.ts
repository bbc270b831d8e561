import { ApiError, type Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'

/** Erases everything about Ada, permanently. */
export async function eraseAda(admin: Client): Promise<void> {
  const email = 'ada@example.com'
  const [ada] = await admin.contacts.list({ email }).toArray({ limit: 1 })
  expectThat(ada !== undefined, 'Ada is not known.')
  const receipt = await admin.privacy.erase({ email })
  expectThat(receipt.contact_deleted, 'Her contact was not deleted.')
  const found = await admin.contacts.get(ada.id).safe()
  expectThat(!found.ok && found.error instanceof ApiError, 'Her contact can still be read.')
  const places = `${receipt.conversations} conversation and ${receipt.events} events`
  say(
    `${heading('Erasure')}${receipt.id} removed her from ${places}; ${ada.id} is gone: ${found.error.code}`,
  )
}
