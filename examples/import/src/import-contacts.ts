import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { BatchReport, Client, ContactUpsert } from '@doorkit/client'

/**
 * Upserts every contact of a file that has one JSON document a line, as fast as the budget of the key
 * allows. How far it came stands in `<file>.resume`: run again after a crash, it goes on from there.
 */
export async function importContacts(
  client: Client,
  file: string,
): Promise<BatchReport<ContactUpsert>> {
  const progress = `${file}.resume`
  const resume = existsSync(progress) ? readFileSync(progress, 'utf8') : undefined
  const report = await client.batch(
    contactsIn(file),
    (contact, call) => client.contacts.upsert(contact, call),
    { resume, onResult: ({ resumeToken }) => writeFileSync(progress, resumeToken) },
  )
  rmSync(progress, { force: true })
  return report
}

async function* contactsIn(file: string): AsyncGenerator<ContactUpsert> {
  await using handle = await open(file)
  for await (const line of handle.readLines()) {
    if (line !== '') yield JSON.parse(line) as ContactUpsert
  }
}
