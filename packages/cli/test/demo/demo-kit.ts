import { expect } from 'vitest'
import { type Call, caller, createKit } from '../../../server/test/support/kit.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'

/** When the demonstration is made. */
interface When {
  /** So many days later than tests begin. Default 0. */
  readonly days?: number
}

const seeded = new Map<number, ReturnType<typeof seed>>()

/** A kit whose workspace has the demonstration, for a test that changes it. */
export async function demoKit({ days = 0 }: When = {}) {
  const kit = await seed(days)
  const call = caller(kit)
  return { ...kit, call, ...readers(call) }
}

/** The demonstration to read: the tests of a file share it, each with a key that may not write. */
export async function readDemo({ days = 0 }: When = {}) {
  const shared = seeded.get(days) ?? seed(days)
  seeded.set(days, shared)
  const { doorkit, workspace, store, clock } = await shared
  const access = 'read_only'
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Reader', access })
  return { store, clock, ...readers(caller({ doorkit, key })) }
}

async function seed(days: number) {
  const kit = await createKit()
  kit.clock.advance(days * 86_400_000)
  await seedDemo({ store: kit.store, workspace: kit.workspace.id, clock: kit.clock })
  return kit
}

function readers(call: Call) {
  const get = async (path: string) => {
    const { status, json } = await call('GET', path)
    expect(status, path).toBe(200)
    return json
  }
  const all = async (path: string) => {
    const items: unknown[] = []
    const join = path.includes('?') ? '&' : '?'
    let cursor = ''
    do {
      const json = await get(`${path}${join}limit=100${cursor}`)
      items.push(...json.data)
      cursor = json.has_more ? `&starting_after=${json.next_cursor}` : ''
    } while (cursor)
    return items
  }
  return { get, all }
}
