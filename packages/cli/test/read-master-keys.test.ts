import { createClient } from '@doorkit/client'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { generate, writeContact } from './support/master-keys.ts'
import { run, startServing, startServingWith } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const url = 'https://hooks.acme.example/'

test('each generated master key has the next version', async () => {
  const first = await generate()
  expect(first).toMatch(/^1:[\w+/]{43}=$/)
  const second = await generate(first)
  expect(second).toMatch(/^2:/)
  const env = { DOORKIT_MASTER_KEYS: `${first},${second}` }
  const { stdout, stderr } = await runHere(['master-keys', 'generate'], env)
  expect(stdout).toMatch(/^3:[\w+/]{43}=\n$/)
  expect(stderr).toMatch(/^Append this to DOORKIT_MASTER_KEYS[^\n]+\n$/)
  expect(stderr).not.toContain(first)
})

test('a store moves from its own master key to the newest given one', async () => {
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
  expect(await status(env)).toMatchObject({
    configured: [1, 2],
    hasStoredKey: true,
    needed: [0],
    missing: [],
  })
  const resealed = await runHere(['master-keys', 'reseal', ...store, '--json'], env)
  const { resealed: rows, version } = JSON.parse(resealed.stdout)
  expect([rows > 0, version]).toEqual([true, 2])
  const shown = await runHere(['master-keys', 'status', ...store], env)
  expect(shown.stdout).toMatch(
    /^VERSION +KEY +STATUS +SEALED VALUES\n1 +configured +not needed +0\n2 +configured +needed +[1-9]\d*\n$/,
  )

  const refused = await run(['serve', ...store, '--port', '0', '--json'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The store contains secrets that no given master key opens\. [^\n]+ master keys: 2\. [^\n]+\n$/,
  )
  expect(await status({})).toMatchObject({
    configured: [],
    hasStoredKey: false,
    needed: [2],
    missing: [2],
  })
  expect((await runHere(['keys', 'list', ...store])).code).toBe(0)
  expect((await runHere(['master-keys', 'reseal', ...store])).code).toBe(1)

  const last = await runHere(['master-keys', 'reseal', ...store], { DOORKIT_MASTER_KEYS: second })
  expect(last.stdout).toBe('Resealed 0 rows: the store now needs only version 2.\n')
})

test('reseal is refused while DOORKIT_SEAL_WITH names an older master key', async () => {
  const store = ['--store', newStore()]
  const first = await generate()
  const keys = { DOORKIT_MASTER_KEYS: `${first},${await generate(first)}` }
  const made = await runHere(['workspaces', 'create', ...store, '--name', 'Acme'], keys)
  expect(made.code).toBe(0)
  expect((await runHere(['master-keys', 'reseal', ...store], keys)).code).toBe(0)
  const sealWithOld = { ...keys, DOORKIT_SEAL_WITH: '1' }
  const refused = await runHere(['master-keys', 'reseal', ...store], sealWithOld)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^[^\n]+DOORKIT_SEAL_WITH[^\n]+\n$/)
  const { stdout } = await runHere(['master-keys', 'status', ...store], keys)
  expect(stdout).toMatch(/^2 +configured +needed/m)
})

test('a server that lacks a new master key answers 503 and logs the missing version, and the stored answer is not lost', async () => {
  const store = ['--store', newStore()]
  const first = await generate()
  const keys = `${first},${await generate(first)}`
  const old = await startServingWith({ DOORKIT_MASTER_KEYS: first }, ...store)
  const apiKey = old.facts.api_key
  const hasty = await startServingWith({ DOORKIT_MASTER_KEYS: keys }, ...store)
  expect(await writeContact(hasty, apiKey, 'ada')).toMatchObject({ status: 200, replayed: false })

  const refused = await writeContact(old, apiKey, 'ada')
  expect(refused).toMatchObject({
    status: 503,
    json: {
      code: 'internal_error',
      detail: expect.stringMatching(/does not yet have the key .+ Try again/),
    },
  })
  expect(refused.headers.get('retry-after')).toBe('3')
  await old.stderr.has('No master key opens a value sealed with version 2')
  expect(await writeContact(hasty, apiKey, 'ada')).toMatchObject({ status: 200, replayed: true })
})

test('DOORKIT_SEAL_WITH is refused if it is malformed or names a missing master key', async () => {
  const keys = { DOORKIT_MASTER_KEYS: await generate() }
  const store = ['--store', newStore()]
  const sealWith = async (version: string) =>
    (await runHere(['serve', '--port', '0', ...store], { ...keys, DOORKIT_SEAL_WITH: version }))
      .stderr
  expect(await sealWith('new')).toBe(
    'DOORKIT_SEAL_WITH must be a version from DOORKIT_MASTER_KEYS, such as 1.\n',
  )
  expect(await sealWith('7')).toBe(
    'The version that seals is 7, but its master key is missing. Give that key too, or change sealWith or DOORKIT_SEAL_WITH.\n',
  )
})
