import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@doorkit/client'
import { createTestWorkspace } from '@doorkit/client/testing'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { addressCampaign } from '../src/address-campaign.ts'

/** A workspace with a link, and a file of people. The email address of the third person is invalid. */
async function prepare(count: number) {
  const workspace = await createTestWorkspace()
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'))
  onTestFinished(async () => {
    await workspace.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { client } = workspace
  const greeting = await client.linkGreetings.create({
    name: 'Spring',
    text: 'Hello {first|there}',
  })
  const { id } = await client.personalLinks.create({
    name: 'Spring',
    page: '/pricing',
    greeting: greeting.id,
  })
  const file = join(folder, 'people.csv')
  const lines = Array.from({ length: count }, (_, index) => {
    const email = index === 2 ? 'wrong' : `p${index}@example.com`
    return `${email},"Ada, Countess ${index}",,row ${index}`
  })
  writeFileSync(file, `\uFEFFemail,first_name,company,note\n${lines.join('\n')}\n`)
  const results = () =>
    parse<Record<string, string>>(readFileSync(`${file}.addresses.csv`), { columns: true })
  return { ...workspace, link: id, file, results }
}

test('each person in a CSV file gets an address, and a wrong row says why it has none', async () => {
  const { client, link, file, results } = await prepare(4)
  expect(await addressCampaign(client, link, file)).toEqual({ succeeded: 3, failed: 1 })
  const rows = results()
  expect(rows.map(({ note }) => note)).toEqual(['row 0', 'row 1', 'row 2', 'row 3'])
  expect(rows[2]).toMatchObject({ url: '', error: expect.stringContaining('email') })
  const { searchParams } = new URL(rows[3]?.url ?? '')
  expect([...searchParams.values()]).toEqual(
    expect.arrayContaining(['p3@example.com', 'Ada, Countess 3']),
  )
  expect(existsSync(`${file}.journal`)).toBe(false)
})

test('a campaign continues after a crash, and writes each row once', async () => {
  const { client, connection, requests, link, file, results } = await prepare(30)
  let sent = 0
  const crashing = createClient({
    ...connection,
    middleware: [
      (request, next) => {
        if (sent++ === 12) throw new Error('The process ended.')
        return next(request)
      },
    ],
  })
  await expect(addressCampaign(crashing, link, file)).rejects.toThrow('The process ended.')
  expect(existsSync(`${file}.addresses.csv`)).toBe(false)
  // The crash cut off the last line.
  writeFileSync(`${file}.journal`, readFileSync(`${file}.journal`, 'utf8').slice(0, -7))
  const before = requests.length
  expect(await addressCampaign(client, link, file)).toEqual({ succeeded: 29, failed: 1 })
  expect(requests.length - before).toBeLessThan(30)
  const rows = results()
  expect(rows.map(({ note }) => note)).toEqual(rows.map((_, index) => `row ${index}`))
  expect(rows.filter(({ url }) => url === '')).toHaveLength(1)
  expect(new Set(rows.map(({ url }) => url)).size).toBe(30)
})
