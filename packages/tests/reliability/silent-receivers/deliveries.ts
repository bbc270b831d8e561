import { setTimeout as wait } from 'node:timers/promises'
import { createDoorkit } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { caller } from '../../../server/test/support/kit.ts'
import type { Round } from '../campaign.ts'
import { receivedBy } from '../round-resources.ts'

const giveUpAfterMs = 15_000

/** Makes the receivers of many workspaces hang, and measures the webhooks of another workspace. */
export async function attackDeliveries(round: Round, store: Store) {
  let hanging = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const answered: number[] = []
  const network = receivedBy(async ({ url }) => {
    if (url.includes('healthy')) return answered.push(Date.now())
    hanging += 1
    return released
  })
  const doorkit = createDoorkit({ store, ...network, payloadDelayMs: 0 })
  round.onEnd(() => doorkit.close())

  async function open(name: string, endpoints: number) {
    const { id: workspace } = await doorkit.workspaces.create({
      name,
      website: 'https://acme.example',
    })
    const key = await doorkit.keys.create({ workspace, name, access: 'full_access' })
    const call = caller({ doorkit, key })
    for (let number = 0; number < endpoints; number += 1) {
      const url = `https://${name}-${number}.example/`
      await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })
    }
    const record = doorkit.record(workspace)
    return async () => {
      const conversation = await record.conversations.start({})
      await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    }
  }

  const hostile = round.long ? 40 : 12
  const emitters = []
  for (let number = 0; number < hostile; number += 1)
    emitters.push(await open(`hangs${number}`, 16))
  for (const emit of emitters) for (let count = 0; count < 3; count += 1) await emit()
  await doorkit.worker.start()
  const full = await until(() => hanging > hostile)
  round.check(full, 'the hostile receivers get requests', () => hanging)

  const healthy = await open('healthy', 1)
  const durationsMs: number[] = []
  for (let count = 0; count < (round.long ? 20 : 3); count += 1) {
    const before = answered.length
    const started = Date.now()
    await healthy()
    const sent = await until(() => answered.length > before)
    const facts = () => ({ hanging, answered: answered.length })
    round.check(sent, 'a webhook is sent while the receivers of others hang', facts)
    if (sent) durationsMs.push((answered[before] ?? 0) - started)
  }
  const slowestMs = Math.max(0, ...durationsMs)
  round.highest('ms until a webhook while other receivers hang, at most', slowestMs)
  if (round.long) {
    const facts = () => durationsMs
    round.check(
      slowestMs < 3_000,
      'a webhook is sent within 3 s while the receivers of others hang',
      facts,
    )
  }
  round.highest('receivers hanging at once', hanging)
  release()
  await doorkit.worker.stop()
}

async function until(condition: () => boolean): Promise<boolean> {
  const deadline = Date.now() + giveUpAfterMs
  while (!condition() && Date.now() < deadline) await wait(5)
  return condition()
}
