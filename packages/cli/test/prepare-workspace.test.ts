import { createDoorkit, type Doorkit, type Logger, silentLogger } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { prepareWorkspace } from '../src/serve/prepare-workspace.ts'

const newDoorkit = () => createDoorkit({ store: memoryStore() })

async function activeKeyNames(doorkit: Doorkit, workspace: string): Promise<string[]> {
  const keys = await doorkit.keys.list({ workspace })
  return keys.filter(({ status }) => status === 'active').map(({ name }) => name)
}

describe('the start of a server', () => {
  test('creates a workspace once, and an API key each time', async () => {
    const doorkit = newDoorkit()
    const first = await prepareWorkspace(doorkit, 'live', undefined, silentLogger)
    const second = await prepareWorkspace(doorkit, 'live', 'evolve', silentLogger)
    expect([first.existed, second.existed]).toEqual([false, true])
    expect([first.workspace.plan, second.workspace.plan]).toEqual(['apex', 'evolve'])
    expect(second.workspace.id).toBe(first.workspace.id)
    expect(second.secret).not.toBe(first.secret)
  })

  test('revokes and logs the oldest API key of an earlier start only if there is no room for another', async () => {
    const doorkit = newDoorkit()
    const revoked: unknown[] = []
    const logger: Logger = { ...silentLogger, warn: ({ key }) => revoked.push(key) }
    const start = () => prepareWorkspace(doorkit, 'live', undefined, logger)
    const { workspace, ...first } = await start()
    const earliestKeys = await doorkit.keys.list({ workspace: workspace.id })
    for (let own = 0; own < 22; own++) {
      await doorkit.keys.create({ workspace: workspace.id, name: 'CRM', access: 'read_only' })
    }
    const secrets = [first.secret, (await start()).secret, (await start()).secret]
    const works = (secret = '') =>
      doorkit
        .fetch('http://localhost/v1/me', { headers: { Authorization: `Bearer ${secret}` } })
        .then(({ ok }) => ok)
    expect(await Promise.all(secrets.map(works))).toEqual([true, true, true])
    expect(revoked).toEqual([])
    secrets.push((await start()).secret)
    expect(await Promise.all(secrets.map(works))).toEqual([false, true, true, true])
    expect(revoked).toEqual(earliestKeys.map(({ id }) => id))
    const names = await activeKeyNames(doorkit, workspace.id)
    expect(names.filter((name) => name === 'CRM')).toHaveLength(22)
  })

  test('is refused if no API key of an earlier start can make room', async () => {
    const doorkit = newDoorkit()
    const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
    for (let own = 0; own < 25; own++) {
      await doorkit.keys.create({ workspace: id, name: 'CRM', access: 'read_only' })
    }
    await expect(prepareWorkspace(doorkit, 'live', undefined, silentLogger)).rejects.toMatchObject({
      code: 'limit_reached',
    })
  })

  test('on several servers at the same time creates one workspace of each mode', async () => {
    const store = memoryStore()
    const starts = Array.from({ length: 8 }, async (_start, number) => {
      const mode = number % 2 === 0 ? 'live' : 'test'
      return prepareWorkspace(createDoorkit({ store }), mode, undefined, silentLogger)
    })
    const prepared = await Promise.all(starts)
    expect(new Set(prepared.map(({ workspace }) => workspace.id)).size).toBe(2)
    expect(await createDoorkit({ store }).workspaces.list()).toHaveLength(2)
    expect(new Set(prepared.map(({ secret }) => secret)).size).toBe(8)
  })

  test('uses the oldest workspace of the mode', async () => {
    const doorkit = newDoorkit()
    const make = (name: string, mode: 'live' | 'test') =>
      doorkit.workspaces.create({ name, website: 'https://a.example', mode })
    await make('Trials', 'test')
    const oldest = await make('Oldest', 'live')
    await make('Newest', 'live')
    const { workspace } = await prepareWorkspace(doorkit, 'live', undefined, silentLogger)
    expect(workspace.id).toBe(oldest.id)
  })
})
