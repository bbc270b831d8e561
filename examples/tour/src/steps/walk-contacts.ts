import type { Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'

const contactCount = 60

/** Upserts contacts, then reads them with the client's iterator. */
export async function walkContacts(crm: Client): Promise<void> {
  const upserted = await Promise.all(
    Array.from({ length: contactCount }, (_, position) =>
      crm.contacts.upsert({
        email: `contact-${position + 1}@example.com`,
        name: `Contact ${position + 1}`,
      }),
    ),
  )
  const walked: string[] = []
  for await (const contact of crm.contacts.list({ limit: 25 })) walked.push(contact.id)
  const expected = upserted.map(({ id }) => id).sort()
  expectThat(
    [...walked].sort().join() === expected.join(),
    `${walked.length} contacts were read instead of the ${contactCount} that were written.`,
  )
  const span = `from ${walked.at(0)} to ${walked.at(-1)}`
  say(`${heading('Contacts')}${walked.length} upserted, then read in pages of 25, ${span}`)
}
