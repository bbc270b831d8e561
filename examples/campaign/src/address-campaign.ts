import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Client, PersonalLinkId, PersonalLinkUrlCreate } from '@doorkit/client'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { openJournal } from './journal.ts'

const details = ['email', 'first_name', 'last_name', 'company', 'title'] as const

/** The outcome of a row: its address, or the error. */
interface Outcome {
  readonly index: number
  readonly url: string
  readonly error: string
  readonly resumeToken: string
}

/**
 * Builds a personal link's address for each person in a CSV file, and writes `<file>.addresses.csv`:
 * the original rows with the columns `url` and `error`. It keeps the outcomes in `<file>.journal` while
 * it runs, and continues from there after a crash. Returns how many rows got an address and how many
 * did not.
 */
export async function addressCampaign(client: Client, link: PersonalLinkId, file: string) {
  const rows = parse<Record<string, string>>(readFileSync(file), { columns: true, bom: true })
  const journal = openJournal<Outcome>(`${file}.journal`)
  await client.batch(
    rows,
    (row, call) => client.personalLinks.buildUrl(link, personOf(row), call),
    {
      resume: journal.entries.at(-1)?.resumeToken,
      onResult({ index, resumeToken, ...result }) {
        const url = result.ok ? result.data.url : ''
        const error = result.ok ? '' : result.error.message
        journal.add({ index, url, error, resumeToken })
      },
    },
  )

  // A row that was in progress during a crash may appear twice. The last outcome counts.
  const outcomes = new Map(journal.entries.map((outcome) => [outcome.index, outcome]))
  const addressed = rows.map((row, index) => {
    const { url = '', error = '' } = outcomes.get(index) ?? {}
    return { ...row, url, error }
  })
  writeFileSync(`${file}.partial`, stringify(addressed, { header: true }))
  renameSync(`${file}.partial`, `${file}.addresses.csv`)
  journal.remove()
  const failed = addressed.filter(({ error }) => error !== '').length
  return { succeeded: addressed.length - failed, failed }
}

/** The details for an address, without empty ones. */
function personOf(row: Record<string, string>): PersonalLinkUrlCreate {
  const known = details.flatMap((name) => {
    const value = row[name]?.trim()
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(known)
}
