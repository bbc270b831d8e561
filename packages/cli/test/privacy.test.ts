import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

test('export prints the data of a person, erase removes it, and neither leaves an active access token', async () => {
  const url = newStore()
  const doorkit = createDoorkit({ store: sqliteStore({ file: url.slice('sqlite:'.length) }) })
  const acme = { name: 'Acme', website: 'https://acme.example' }
  const { id } = await doorkit.workspaces.create(acme)
  const { conversations } = doorkit.record(id)
  const conversation = await conversations.start({ page_url: 'https://acme.example/' })
  await conversations.captureLead(conversation, { email: 'ada@example.com', first_name: 'Ada' })
  const run = async (command: string, ...flags: string[]) => {
    const { stdout, stderr, code } = await runHere([
      ...[command, 'ada@example.com', '--store', url, ...flags],
    ])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return stdout
  }
  expect(JSON.parse(await run('export', '--json'))).toMatchObject({
    object: 'privacy_export',
    contact: { email: 'ada@example.com', first_name: 'Ada' },
    conversations: [{ id: conversation }],
  })
  expect(await run('erase')).toMatch(/^Erased \(receipt era_\w+\): .*contact_deleted true.*\n$/)
  expect(JSON.parse(await run('export'))).toMatchObject({ contact: null, conversations: [] })
  expect(await doorkit.keys.listAccessTokens({ workspace: id })).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'revoked' })),
  )
  await doorkit.close()

  const refused = await runHere(['erase', 'nobody', '--store', url])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^[^\n]*email[^\n]*\n$/)
})
