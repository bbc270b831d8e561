import { createDoorkit, type Doorkit } from '@doorkit/server'
import { memoryStore } from '@doorkit/server/store'
import { describe, expect, test } from 'vitest'
import { prepareWorkspace } from '../src/serve/prepare-workspace.ts'

const newDoorkit = () => createDoorkit({ store: memoryStore() })

async function activeKeys(doorkit: Doorkit, workspace: string): Promise<string[]> {
  const keys = await doorkit.keys.list({ workspace })
  return keys.filter(({ status }) => status === 'active').map(({ name }) => name)
}

describe('starting to serve', () => {
  test('makes a workspace once, and a key each time', async () => {
    const doorkit = newDoorkit()
    const first = await prepareWorkspace(doorkit, 'live', undefined)
    const second = await prepareWorkspace(doorkit, 'live', 'evolve')
    expect([first.existed, second.existed]).toEqual([false, true])
    expect([first.workspace.plan, second.workspace.plan]).toEqual(['apex', 'evolve'])
    expect(second.workspace.id).toBe(first.workspace.id)
    expect(second.secret).not.toBe(first.secret)
  })

  test('any number of times keeps the last five keys, and those of others', async () => {
    const doorkit = newDoorkit()
    const { workspace } = await prepareWorkspace(doorkit, 'live', undefined)
    for (let own = 0; own < 19; own++) {
      await doorkit.keys.create({ workspace: workspace.id, name: 'CRM', access: 'read_only' })
    }
    const secrets: string[] = []
    for (let start = 0; start < 30; start++) {
      secrets.push((await prepareWorkspace(doorkit, 'live', undefined)).secret)
    }
    const names = await activeKeys(doorkit, workspace.id)
    expect(names.filter((name) => name === 'CRM')).toHaveLength(19)
    expect(names.filter((name) => name === 'serve')).toHaveLength(5)
    const works = await Promise.all(
      secrets.map(async (secret) => {
        const headers = { Authorization: `Bearer ${secret}` }
        return (await doorkit.fetch(new Request('http://localhost/v1/me', { headers }))).ok
      }),
    )
    expect(works.lastIndexOf(false)).toBe(24)
    expect(works.slice(25)).toEqual([true, true, true, true, true])
  })

  test('several servers at the same moment makes one workspace of each mode', async () => {
    const store = memoryStore()
    const starts = Array.from({ length: 8 }, async (_start, number) => {
      const mode = number % 2 === 0 ? 'live' : 'test'
      return prepareWorkspace(createDoorkit({ store }), mode, undefined)
    })
    const prepared = await Promise.all(starts)
    expect(new Set(prepared.map(({ workspace }) => workspace.id)).size).toBe(2)
    expect(await createDoorkit({ store }).workspaces.list()).toHaveLength(2)
    expect(new Set(prepared.map(({ secret }) => secret)).size).toBe(8)
  })

  test('takes the oldest workspace of the mode', async () => {
    const doorkit = newDoorkit()
    const make = (name: string, mode: 'live' | 'test') =>
      doorkit.workspaces.create({ name, website: 'https://a.example', mode })
    await make('Sandbox', 'test')
    const oldest = await make('Oldest', 'live')
    await make('Newest', 'live')
    const { workspace } = await prepareWorkspace(doorkit, 'live', undefined)
    expect(workspace.id).toBe(oldest.id)
  })
})
