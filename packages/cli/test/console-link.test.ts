import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

test('console-link prints a sign-in link with its person and its expiry, and refuses an unknown role', async () => {
  const store = newStore()
  await runHere(['workspaces', 'create', '--name', 'Acme', '--store', store])
  const make = (...args: string[]) =>
    runHere(['console-link', '--store', store, '--name', 'Grace', ...args])
  const before = Date.now()
  const made = await make('--json', '--url', 'https://team.example/console', '--role', 'webhooks')
  expect(made.stderr).toBe('')
  const { url, expires_at } = JSON.parse(made.stdout)
  expect(url).toMatch(/^https:\/\/team\.example\/console\/sign-in#ws_\w+\.[\w-]{24}\.[\w-]+$/)
  expect(Date.parse(expires_at) - before).toBeGreaterThanOrEqual(600_000)
  expect((await make()).stdout).toMatch(
    /^Send this link only to Grace\. .*\nhttp:\/\/127\.0\.0\.1:4010\/console\/sign-in#/,
  )
  const wrong = await make('--role', 'admin')
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('owner, agent, viewer, webhooks'),
  ])
})
