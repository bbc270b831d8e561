import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDoorkit, manualClock } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, inject } from 'vitest'
import { type Call, caller, createKit, testStart } from '../../../server/test/support/kit.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'

/** The day on which the demo is made. */
interface DemoDay {
  /** Days after the start of the test clock. Default 0. */
  readonly days?: number
}

const dayMs = 86_400_000
const seeded = new Map<string, ReturnType<typeof open>>()
let copies = 0

/** Opens a kit with the demo in its workspace, for a test that changes it. */
export async function demoKit({ days = 0 }: DemoDay = {}) {
  const kit = await open(days)
  const call = caller(kit)
  return { ...kit, call, ...readers(call) }
}

/** Opens a demo to read. The tests of a file share it, each with a read-only API key. */
export async function readDemo({ days = 0 }: DemoDay = {}) {
  const shareId = `${days} ${expect.getState().testPath}`
  const shared = seeded.get(shareId) ?? open(days)
  seeded.set(shareId, shared)
  const { doorkit, workspace, store, clock } = await shared
  const access = 'read_only'
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Reader', access })
  return { store, clock, ...readers(caller({ doorkit, key })) }
}

/** Opens a copy of the demo of a day. The first caller makes the original. */
async function open(days: number) {
  const original = join(inject('demos'), `${days}.db`)
  const file = join(inject('demos'), `${days}-${process.pid}-${copies++}.db`)
  if (existsSync(original)) copyFileSync(original, file)
  else {
    await makeDemo(file, days)
    copyFileSync(file, `${file}-whole`)
    renameSync(`${file}-whole`, original)
  }
  const clock = manualClock(testStart + days * dayMs)
  const store = sqliteStore({ file })
  // Nobody closes the kit: the process ends, and the folder is removed after the run.
  const doorkit = createDoorkit({ store, clock })
  const [workspace] = await doorkit.workspaces.list()
  if (!workspace) throw new Error('The demo has no workspace.')
  const access = 'full_access'
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Test', access })
  return { doorkit, workspace, store, clock, key }
}

async function makeDemo(file: string, days: number): Promise<void> {
  const db = new DatabaseSync(':memory:')
  const kit = await createKit({ store: sqliteStore({ db }) })
  kit.clock.advance(days * dayMs)
  await seedDemo({ store: kit.store, workspace: kit.workspace.id, clock: kit.clock })
  db.prepare('vacuum into ?').run(file)
  await kit.doorkit.close()
}

function readers(call: Call) {
  const get = async (path: string) => {
    const { status, json } = await call('GET', path)
    expect(status, path).toBe(200)
    return json
  }
  const all = async (path: string) => {
    const items: unknown[] = []
    const separator = path.includes('?') ? '&' : '?'
    let cursor = ''
    do {
      const json = await get(`${path}${separator}limit=100${cursor}`)
      items.push(...json.data)
      cursor = json.has_more ? `&starting_after=${json.next_cursor}` : ''
    } while (cursor)
    return items
  }
  return { get, all }
}
