import type { ListQuery, Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { silentLogger } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createWebhookKit } from '../support/webhooks.ts'

/** A store that records its calls and the indexes of its lists, and says whether all calls have ended. */
function recordingStore(inner: Store) {
  const calls: string[] = []
  const listed: unknown[] = []
  let underWay = 0
  const store = new Proxy(inner, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'watch') return member
      return (...args: unknown[]) => {
        calls.push(String(name))
        if (name === 'list') listed.push((args[0] as ListQuery).index)
        underWay += 1
        const result = member.apply(target, args)
        const end = () => {
          underWay -= 1
        }
        Promise.resolve(result).then(end, end)
        return result
      }
    },
  })
  return { store, calls, listed, isQuiet: () => underWay === 0 }
}

overMemory((openStore) => {
  test('fifty deliveries need at most 150 calls of the store, and at most ten of them are claims', async () => {
    const { store, calls } = recordingStore(openStore())
    const kit = await createWebhookKit({ store })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url, ['conversation.started'])
    for (let number = 0; number < 50; number += 1) await kit.say()
    // Once a minute the worker removes old rows, which is not part of a delivery.
    await kit.doorkit.worker.tick()
    calls.length = 0
    expect(await kit.settle()).toMatchObject({ built: 50, attempted: 50 })
    expect(calls.length).toBeLessThanOrEqual(3 * 50)
    expect(calls.filter((name) => name === 'claim').length).toBeLessThanOrEqual(10)
  })

  test('an idle worker asks the store for each step at most once in five seconds, and nothing else', async () => {
    const { store, calls, listed, isQuiet } = recordingStore(openStore())
    const kit = await createWebhookKit({ store })
    calls.length = 0
    await kit.doorkit.worker.start()
    await until(() => calls.includes('list'))
    const passSeconds = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        kit.clock.advance(1_000)
        for (let tick = 0; tick < 20; tick += 1) {
          await new Promise(setImmediate)
          await until(isQuiet)
        }
      }
    }
    await passSeconds(6)
    calls.length = 0
    listed.length = 0
    await passSeconds(20)
    // Without `notify` and an embedding model, two of the eight steps have no places, and never look for
    // rows.
    expect(new Set(listed).size).toBe(6)
    for (const index of new Set(listed)) {
      expect(listed.filter((each) => each === index).length).toBeLessThanOrEqual(4)
    }
    expect(new Set(calls)).toEqual(new Set(['list']))
    await kit.doorkit.worker.stop()
  })

  test('a write wakes an idle worker, which sends the delivery when it is due', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.doorkit.worker.start()
    for (let tick = 0; tick < 50; tick += 1) await new Promise(setImmediate)
    await kit.say()
    kit.clock.advance(3_000)
    // The clock stands still now. A worker that no write wakes would look for work later.
    await until(() => receiver.received.length === 1)
    await kit.doorkit.worker.stop()
  })

  test('an event whose payload cannot be built delays no other event', async () => {
    const failures: object[] = []
    const logger = { ...silentLogger, error: (facts: object) => void failures.push(facts) }
    const kit = await createWebhookKit({ store: openStore(), logger })
    const receiver = await startReceiver(status(204))
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    const broken = await kit.say()
    await kit.say()
    await kit.store.commit([
      {
        op: 'patch',
        in: 'conversations',
        partition: kit.workspace.id,
        id: broken.conversation,
        data: null,
      },
    ])
    await kit.settle()
    expect(receiver.received).toHaveLength(1)
    const [, { event }] = await kit.deliveries(endpoint)
    expect(await kit.deliveries(endpoint)).toMatchObject([
      { status: 'delivered' },
      { status: 'queued', attempts: 0 },
    ])
    const error = expect.any(TypeError)
    expect(failures).toEqual([{ event, err: error, error }])
  })
})
