import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@doorkit/client'
import { createTestWorkspace } from '@doorkit/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { importContacts } from '../src/import-contacts.ts'

// Four times as many contacts as the API key may write in a minute.
const rows = 480

/** A workspace, and a file of contacts, one of them with an invalid address. */
async function prepare() {
  const workspace = await createTestWorkspace({ plan: 'adapt' })
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(async () => {
    await workspace.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'contacts.jsonl')
  const lines = Array.from({ length: rows }, (_, index) =>
    JSON.stringify({ email: index === 123 ? 'nobody' : `contact-${index}@example.com` }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  return { ...workspace, file }
}

test('contacts are imported within the rate limit of the API key, and the invalid one is reported', async () => {
  const { client, requests, file } = await prepare()
  const { succeeded, failures } = await importContacts(client, file)
  expect(succeeded).toBe(rows - 1)
  expect(failures).toMatchObject([{ index: 123, error: { code: 'invalid_request' } }])
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  expect(existsSync(`${file}.resume`)).toBe(false)
})

test('an import continues after a crash', async () => {
  const { client, connection, requests, file } = await prepare()
  let sent = 0
  const crashing = createClient({
    ...connection,
    middleware: [
      (request, next) => {
        if (sent++ === 20) throw new Error('The process ended.')
        return next(request)
      },
    ],
  })
  await expect(importContacts(crashing, file)).rejects.toThrow('The process ended.')
  const before = requests.length
  const { failures } = await importContacts(client, file)
  expect(failures).toMatchObject([{ index: 123 }])
  expect(requests.length - before).toBeLessThan(rows)
  expect(await client.contacts.list().toArray({ limit: rows })).toHaveLength(rows - 1)
})
