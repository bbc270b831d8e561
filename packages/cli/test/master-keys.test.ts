import { createClient } from '@doorkit/client'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { run, startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const url = 'https://hooks.acme.example/'

async function generate(given?: string): Promise<string> {
  const env = given === undefined ? undefined : { DOORKIT_MASTER_KEYS: given }
  const { stdout } = await runHere(['master-keys', 'generate', '--json'], env)
  return JSON.parse(stdout).entry
}

test('master keys are generated one version after the other', async () => {
  const first = await generate()
  expect(first).toMatch(/^1:[\w+/]{43}=$/)
  const second = await generate(first)
  expect(second).toMatch(/^2:/)
  const env = { DOORKIT_MASTER_KEYS: `${first},${second}` }
  const { stdout, stderr } = await runHere(['master-keys', 'generate'], env)
  expect(stdout).toMatch(/^3:[\w+/]{43}=\n$/)
  expect(stderr).toMatch(/^Add this to DOORKIT_MASTER_KEYS[^\n]+\n$/)
  expect(stderr).not.toContain(first)
})

test('a store changes from the key that it keeps to one that is given, and to the next', async () => {
  const store = ['--store', newStore()]
  const without = await startServing(...store)
  const { base_url: baseUrl, api_key: apiKey } = without.facts
  await createClient({ apiKey, baseUrl }).webhookEndpoints.create({ url, events: ['*'] })
  const warnings = without.stderr.text().match(/No masterKeys are given/g)
  expect(warnings).toHaveLength(1)
  without.child.kill('SIGTERM')
  await without.ended

  const first = await generate()
  const second = await generate(first)
  const env = { DOORKIT_MASTER_KEYS: `${first},${second}` }
  const status = async (keys: Record<string, string>) =>
    JSON.parse((await runHere(['master-keys', 'status', ...store, '--json'], keys)).stdout)
  expect(await status(env)).toMatchObject({ given: [1, 2], kept: true, needed: [0], missing: [] })
  const resealed = await runHere(['master-keys', 'reseal', ...store, '--json'], env)
  const { resealed: rows, version } = JSON.parse(resealed.stdout)
  expect([rows > 0, version]).toEqual([true, 2])
  const shown = await runHere(['master-keys', 'status', ...store], env)
  expect(shown.stdout).toMatch(
    /^VERSION +KEY +STATUS +SEALED VALUES\n1 +given +not needed +0\n2 +given +needed +[1-9]\d*\n$/,
  )

  const refused = await run(['serve', ...store, '--port', '0', '--json'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The store holds secrets that are sealed with version 2 [^\n]+\n$/,
  )
  expect(await status({})).toMatchObject({ given: [], kept: false, needed: [2], missing: [2] })
  expect((await runHere(['keys', 'list', ...store])).code).toBe(0)
  expect((await runHere(['master-keys', 'reseal', ...store])).code).toBe(1)

  const last = await runHere(['master-keys', 'reseal', ...store], { DOORKIT_MASTER_KEYS: second })
  expect(last.stdout).toBe('0 rows were sealed anew: version 2 alone opens the store now.\n')
})
