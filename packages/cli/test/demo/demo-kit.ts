import { expect } from 'vitest'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'

/** A kit whose workspace has the demonstration, made `days` later than tests begin. */
export async function demoKit({ days = 0 }: { readonly days?: number } = {}) {
  const kit = await createKit()
  kit.clock.advance(days * 86_400_000)
  await seedDemo({ store: kit.store, workspace: kit.workspace.id, clock: kit.clock })
  const call = caller(kit)
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
  return { ...kit, call, get, all }
}
