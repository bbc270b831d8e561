import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { generate, writeContact } from './support/master-keys.ts'
import { startServingWith } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

test('at every step of a rollout, each of two servers opens the values that the other has sealed', async () => {
  const store = ['--store', newStore()]
  const first = await generate()
  const second = await generate(first)
  const both = `${first},${second}`
  const steps = [
    { DOORKIT_MASTER_KEYS: first },
    { DOORKIT_MASTER_KEYS: both, DOORKIT_SEAL_WITH: '1' },
    { DOORKIT_MASTER_KEYS: both, DOORKIT_SEAL_WITH: '2' },
    { DOORKIT_MASTER_KEYS: second },
  ]
  const start = (step: number) => startServingWith(steps[step] ?? {}, ...store)
  const servers = [await start(0), await start(0)]
  const apiKey = servers[0]?.facts.api_key ?? ''
  let checks = 0
  const checkServers = async () => {
    checks += 1
    for (const [at, writer] of servers.entries()) {
      const key = `check-${checks}-${at}`
      expect(await writeContact(writer, apiKey, key)).toMatchObject({
        status: 200,
        replayed: false,
      })
      for (const reader of servers) {
        expect(await writeContact(reader, apiKey, key)).toMatchObject({
          status: 200,
          replayed: true,
        })
      }
    }
  }
  const replace = async (at: number, step: number) => {
    servers[at]?.child.kill('SIGTERM')
    await servers[at]?.ended
    servers[at] = await start(step)
    await checkServers()
  }
  await checkServers()
  for (const step of [1, 2]) {
    await replace(0, step)
    await replace(1, step)
  }
  const resealed = await runHere(['master-keys', 'reseal', ...store, '--json'], steps[2])
  expect(JSON.parse(resealed.stdout)).toMatchObject({ version: 2 })
  await checkServers()
  await replace(0, 3)
  await replace(1, 3)
})
