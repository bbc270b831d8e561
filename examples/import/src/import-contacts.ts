import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { BatchReport, Client, ContactUpsert } from '@doorkit/client'

/**
 * Upserts every contact of a file with one JSON document per line, as fast as the budget of the API key
 * allows. It keeps its position in `<file>.resume`, and continues from there after a crash.
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
