import { expect, test } from 'vitest'
import { generateMasterKey } from '../../src/index.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { describeOverMemory } from '../support/stores.ts'

const minute = 60_000

async function setUp(options: KitOptions = {}) {
  const kit = await createKit({ masterKeys: [generateMasterKey(1)], ...options })
  const readFindings = async () =>
    (await kit.doorkit.diagnose()).filter(({ status }) => status !== 'ok')
  return { ...kit, call: caller(kit), readFindings }
}

describeOverMemory('a diagnosis', (store) => {
  test('has nothing to report for a new deployment', async () => {
    const { doorkit, readFindings } = await setUp({ store: store() })
    expect(await readFindings()).toEqual([])
    expect((await doorkit.diagnose()).map(({ check }) => check)).toEqual([
      'schema',
      'master_keys',
      'api_keys',
      'clock',
      'origins',
      'endpoints',
      'deliveries',
      'due_work',
    ])
  })

  test('finds a master key in the store, a workspace without an API key, and pages over http', async () => {
    const { doorkit, readFindings } = await setUp({ store: store(), masterKeys: undefined })
    await doorkit.workspaces.create({ name: 'B', website: 'http://b.example' })
    await doorkit.ping()
    const found = await readFindings()
    expect(found.map(({ check, status }) => [check, status])).toEqual([
      ['master_keys', 'warning'],
      ['api_keys', 'warning'],
      ['origins', 'warning'],
    ])
    for (const { remedy } of found) expect(remedy).toMatch(/^Run doorkit /)
  })

  test('finds endpoints whose host does not resolve, and work that no worker does', async () => {
    const { call, readFindings, clock, doorkit } = await setUp({ store: store() })
    for (const url of ['https://localhost/x', 'https://gone.example/x']) {
      const body = { url, events: ['*'] }
      expect((await call('POST', '/webhook_endpoints', { body })).status).toBe(201)
    }
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Hello' } })
    clock.advance(10 * minute)
    const found = await readFindings()
    expect(found.map(({ check, status }) => [check, status])).toEqual([
      ['endpoints', 'problem'],
      ['due_work', 'problem'],
    ])
    expect(found[0]?.message).toContain('gone.example')
    expect(found[1]?.message).toContain('built')
    await doorkit.worker.tick()
    expect((await readFindings()).some(({ message }) => message.includes('step built'))).toBe(false)
  })

  test('finds an endpoint that was disabled because its receiver is gone, and none that was disabled by hand', async () => {
    const { call, readFindings, clock, doorkit } = await setUp({ store: store() })
    const add = async (url: string): Promise<string> =>
      (await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })).json.id
    const disabled = await add('https://localhost/x')
    await call('PATCH', `/webhook_endpoints/${disabled}`, { body: { status: 'disabled' } })
    expect(await readFindings()).toEqual([])
    const { url } = await startReceiver(status(410))
    const gone = await add(url)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Hello' } })
    clock.advance(3_000)
    await doorkit.worker.tick()
    expect(await readFindings()).toMatchObject([
      { check: 'endpoints', status: 'warning', message: expect.stringContaining(gone) },
    ])
  })

  test('finds events from the future, which show a wrong clock', async () => {
    const { call, readFindings, clock } = await setUp({ store: store() })
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Hello' } })
    expect((await readFindings()).map(({ check }) => check)).not.toContain('clock')
    const { now } = clock
    clock.now = () => now() - minute
    expect((await readFindings()).map(({ check }) => check)).toContain('clock')
  })
})
