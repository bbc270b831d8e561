import { createServer } from 'node:http'
import { memoryStore, type Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import type { Logger } from '../../../src/index.ts'
import { createDoorkit, manualClock, silentLogger } from '../../../src/index.ts'
import { agentOf, textChunks } from '../../support/agents.ts'
import { listen } from '../../support/hosts.ts'
import { caller, type KitOptions } from '../../support/kit.ts'
import { readOpenMetrics } from '../../support/open-metrics.ts'
import { status } from '../../support/receiver.ts'
import { createSiteKit, openPage } from '../../support/site.ts'
import { describeOverStores } from '../../support/stores.ts'
import { createDeliveryKit } from '../../support/webhooks.ts'

/** Makes the function that reads one value of a kit's metrics. */
function createReader(doorkit: { metrics(): Promise<string> }) {
  return async (name: string, labels: Readonly<Record<string, string>> = {}, suffix = '') => {
    const family = readOpenMetrics(await doorkit.metrics()).get(name)
    const wanted = JSON.stringify(labels)
    const found = family?.samples.find(
      (sample) => sample.suffix === suffix && JSON.stringify(sample.labels) === wanted,
    )
    if (!found) throw new Error(`There is no ${name}${suffix}${wanted}.`)
    return found.value
  }
}

const total = '_total'
const count = '_count'

describe('the counts of a process', () => {
  test('include its attempts to send webhooks: accepted, answered with an error, and without a connection', async () => {
    const { kit, receiver } = await createDeliveryKit({ answer: status(204) })
    const readValue = createReader(kit.doorkit)
    const attempts = 'doorkit_delivery_attempt_duration_seconds'
    const failures = 'doorkit_delivery_attempt_failures'
    expect(await readValue(attempts, { outcome: 'delivered' }, count)).toBe(0)
    await kit.say()
    await kit.settle()
    receiver.answerWith(status(500))
    await kit.say()
    await kit.settle()
    const refused = createServer()
    const closed = await listen(refused)
    refused.closeAllConnections()
    await new Promise((resolve) => refused.close(resolve))
    await kit.subscribe(closed, ['conversation.started'])
    receiver.answerWith(status(204))
    await kit.say()
    await kit.settle()
    expect(await readValue(attempts, { outcome: 'delivered' }, count)).toBe(2)
    expect(await readValue(attempts, { outcome: 'retrying' }, count)).toBe(2)
    expect(await readValue(attempts, { outcome: 'failed' }, count)).toBe(0)
    expect(await readValue(failures, { code: 'http_error' }, total)).toBe(1)
    expect(await readValue(failures, { code: 'connection_failed' }, total)).toBe(1)
    expect(await readValue('doorkit_deliveries_waiting')).toBe(2)
    expect(await readValue('doorkit_step_rows', { step: 'built' }, total)).toBe(3)
    expect(await readValue('doorkit_step_failures', { step: 'built' }, total)).toBe(0)
  })

  test('include its turns, with their tokens and durations', async () => {
    const usage = { model: 'm', inputTokens: 30, outputTokens: 5, cachedInputTokens: 20 }
    const agent = agentOf(async function* ({ messages }) {
      kit.clock.advance(2_000)
      yield* textChunks('Yes.')
      yield { type: 'message-metadata', messageMetadata: { usage } }
      if (messages.at(-1)?.text === 'Fail') throw new Error('overloaded')
    })
    const statuses: string[] = []
    const { kit } = await createDeliveryKit({
      agent,
      onTurn: (report) => statuses.push(report.status),
    })
    await kit.say()
    await kit.say('Fail')
    const readValue = createReader(kit.doorkit)
    const turns = 'doorkit_turn_duration_seconds'
    expect(await readValue(turns, { status: 'done' }, '_sum')).toBe(2)
    expect(await readValue(turns, { status: 'done', le: '1.0' }, '_bucket')).toBe(0)
    expect(await readValue(turns, { status: 'done', le: '2.5' }, '_bucket')).toBe(1)
    expect(await readValue(turns, { status: 'failed' }, count)).toBe(1)
    expect(await readValue('doorkit_turn_first_word_seconds', {}, count)).toBe(2)
    expect(await readValue('doorkit_turn_failures', { code: 'agent_failed' }, total)).toBe(1)
    expect(await readValue('doorkit_tokens', { kind: 'input' }, total)).toBe(60)
    expect(await readValue('doorkit_tokens', { kind: 'cached_input' }, total)).toBe(40)
    expect(await readValue('doorkit_tokens', { kind: 'output' }, total)).toBe(10)
    expect(statuses).toEqual(['done', 'failed'])
  })

  test('include its requests, with those of the console, and the calls of its store', async () => {
    const { kit } = await createDeliveryKit()
    const readValue = createReader(kit.doorkit)
    const requests = 'doorkit_request_duration_seconds'
    const before = await readValue(requests, { status: '4xx' }, count)
    await kit.call('GET', '/contacts/con_missing')
    expect(await readValue(requests, { status: '4xx' }, count)).toBe(before + 1)
    const console = kit.doorkit.console({ authorize: () => null })
    const open = (path: string) =>
      console.fetch(`http://localhost/console${path}`, { mountPath: '/console' })
    expect((await open('/api/session')).status).toBe(403)
    expect(await readValue(requests, { status: '4xx' }, count)).toBe(before + 2)
    expect((await open('/assets/none.js')).status).toBe(404)
    expect(await readValue(requests, { status: '4xx' }, count)).toBe(before + 2)
    const calls = 'doorkit_store_call_duration_seconds'
    const commits = await readValue(calls, { method: 'commit' }, count)
    await kit.doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    expect(await readValue(calls, { method: 'commit' }, count)).toBeGreaterThan(commits)
    const busy = 'doorkit_event_loop_busy_seconds'
    expect(await readValue(busy, {}, total)).toBeGreaterThan(0)
  })
})

describeOverStores('the counts of the store', (openStore) => {
  test('include the due work of a step, with its age', async () => {
    const { kit } = await createDeliveryKit({ store: openStore(), answer: status(500) })
    const readValue = createReader(kit.doorkit)
    expect(await readValue('doorkit_due_age_seconds', { step: 'built' })).toBe(0)
    await kit.say()
    await kit.say()
    expect(await readValue('doorkit_due_rows', { step: 'built' })).toBe(0)
    kit.clock.advance(13_000)
    expect(await readValue('doorkit_due_rows', { step: 'built' })).toBe(2)
    expect(await readValue('doorkit_due_age_seconds', { step: 'built' })).toBe(10)
    await kit.doorkit.worker.tick()
    expect(await readValue('doorkit_due_rows', { step: 'built' })).toBe(0)
    expect(await readValue('doorkit_due_rows', { step: 'attempted' })).toBe(0)
    expect(await readValue('doorkit_deliveries_waiting')).toBe(2)
    kit.clock.advance(10 * 60_000)
    expect(await readValue('doorkit_due_rows', { step: 'attempted' })).toBe(1)
    const age = await readValue('doorkit_due_age_seconds', { step: 'attempted' })
    expect(age).toBeGreaterThan(60)
    expect(age).toBeLessThan(600)
  })

  test('include the visitors who wait for a person, and the longest wait', async () => {
    const { kit } = await createDeliveryKit({ store: openStore() })
    const readValue = createReader(kit.doorkit)
    expect(await readValue('doorkit_handoff_wait_seconds')).toBe(0)
    const { conversation } = await kit.say('person')
    kit.clock.advance(60_000)
    await kit.say('person')
    kit.clock.advance(30_000)
    expect(await readValue('doorkit_handoffs', { state: 'waiting' })).toBe(2)
    expect(await readValue('doorkit_handoff_wait_seconds')).toBe(90)
    const grace = { id: 'user-7', name: 'Grace' }
    await kit.doorkit.people(kit.workspace.id).join(conversation, grace)
    expect(await readValue('doorkit_handoffs', { state: 'waiting' })).toBe(1)
    expect(await readValue('doorkit_handoffs', { state: 'person' })).toBe(1)
    expect(await readValue('doorkit_handoff_wait_seconds')).toBe(30)
  })
})

describe('the metrics', () => {
  test('have no id of a workspace, an endpoint, an event, a contact, a conversation or a visit', async () => {
    const kit = await createSiteKit()
    const page = openPage(kit)
    await page.visit()
    const body = { url: 'https://hooks.example.com', events: ['*'] }
    expect((await caller(kit)('POST', '/webhook_endpoints', { body })).status).toBe(201)
    const { conversations } = kit.doorkit.record(kit.workspace.id)
    await conversations.captureLead(await conversations.start({}), { email: 'ada@example.com' })
    await kit.doorkit.worker.tick()
    const { response } = await page.call('GET', '/events')
    expect(await createReader(kit.doorkit)('doorkit_event_streams', { kind: 'site' })).toBe(1)
    const text = await kit.doorkit.metrics()
    expect(text).not.toMatch(/(?:ws|we|evt|ct|conv|vis)_\w{8}/)
    expect(text.split('\n').length).toBeLessThan(900)
    await response.body?.cancel()
    expect(await createReader(kit.doorkit)('doorkit_event_streams', { kind: 'site' })).toBe(0)
  })

  const storeWith = (changes: Partial<Store>): KitOptions & { store: Store } => {
    return { store: { ...memoryStore(), ...changes } }
  }

  test('are written without the counts of the store if it fails or does not answer in time', async () => {
    const warnings: string[] = []
    const logger: Logger = {
      ...silentLogger,
      warn: (_facts, message) => void warnings.push(message),
    }
    const clock = manualClock(0)
    const never = new Promise<never>(() => {})
    let answer = async () => Promise.reject(new Error('down'))
    const { store } = storeWith({ aggregate: () => answer() as Promise<never> })
    const doorkit = createDoorkit({ store, logger, clock })
    const failed = readOpenMetrics(await doorkit.metrics())
    expect(failed.get('doorkit_store_reachable')?.samples[0]?.value).toBe(0)
    expect(failed.has('doorkit_due_rows')).toBe(false)
    expect(failed.has('doorkit_turn_failures')).toBe(true)
    let markQueried = () => {}
    const queried = new Promise<void>((resolve) => {
      markQueried = resolve
    })
    answer = () => {
      markQueried()
      return never
    }
    const late = doorkit.metrics()
    await queried
    clock.advance(5_000)
    expect(await late).toContain('doorkit_store_reachable 0\n')
    expect(warnings.filter((text) => text.startsWith('The metrics'))).toHaveLength(2)
    await doorkit.close()
  })

  test('use a reading of a slow store again, for nineteen times as long as it took and at most a minute', async () => {
    const clock = manualClock(0)
    const inner = memoryStore()
    let readingMs = 1_000
    let readings = 0
    const { store } = storeWith({
      ...inner,
      aggregate: (query) => {
        // Each reading makes one query with groups: the count of handoffs.
        if (query.groupBy) {
          readings += 1
          clock.advance(readingMs)
        }
        return inner.aggregate(query)
      },
    })
    const doorkit = createDoorkit({ store, clock })
    const read = async (afterMs: number) => {
      clock.advance(afterMs)
      expect(await doorkit.metrics()).toContain('doorkit_store_reachable 1\n')
      return readings
    }
    expect([await read(0), await read(18_999), await read(1)]).toEqual([1, 1, 2])
    readingMs = 4_000
    expect([await read(19_000), await read(59_999), await read(1)]).toEqual([3, 3, 4])
    await doorkit.close()
  })

  test('are read once for simultaneous scrapes, with one query for each step and two more', async () => {
    let queries = 0
    const inner = memoryStore()
    const { store } = storeWith({
      ...inner,
      aggregate: (query) => {
        queries += 1
        return inner.aggregate(query)
      },
    })
    const doorkit = createDoorkit({ store })
    const texts = await Promise.all([doorkit.metrics(), doorkit.metrics(), doorkit.metrics()])
    const steps = readOpenMetrics(texts[0] ?? '').get('doorkit_due_rows')?.samples.length ?? 0
    expect(steps).toBe(8)
    expect(queries).toBe(steps + 2)
    await doorkit.close()
  })
})
