import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { countRows } from '../analytics/read-analytics.ts'
import { caller } from '../support/kit.ts'
import { createConsoleKit } from './console-kit.ts'
import { screenReads } from './screen-reads.ts'

test('a screen reads as many rows in a workspace with 1,000 conversations as in one with 120', async () => {
  let rows = 0
  const inner = memoryStore()
  const store: Store = {
    ...inner,
    async get(refs) {
      rows += refs.length
      return inner.get(refs)
    },
    async list(query) {
      const found = await inner.list(query)
      rows += found.length
      return found
    },
    async aggregate(query) {
      rows += await countRows(inner, query.in, query.where)
      return inner.aggregate(query)
    },
  }
  const kit = await createConsoleKit({ store })
  const record = kit.doorkit.record(kit.workspace.id).conversations
  const call = caller(kit)
  async function fill(from: number, to: number) {
    for (let nth = from; nth < to; nth += 1) {
      kit.clock.advance(1_000)
      const id = await record.start({ page_url: 'https://acme.example/' })
      await record.message(id, { role: 'user', text: 'A person, please.' })
      await record.requestHandoff(id, { reason: 'asked' })
      await record.captureLead(id, { email: `visitor-${nth}@example.com` })
    }
  }
  for (let nth = 0; nth < 60; nth += 1) {
    const body = { name: `Document ${nth}`, content: 'A short text.' }
    await call('POST', '/knowledge/documents', { body })
  }
  const cookie = await kit.signIn('owner')
  async function rowsOf(path: string): Promise<number> {
    rows = 0
    const { status } = await kit.request('GET', `/api${path}`, { cookie })
    expect([path, status]).toEqual([path, 200])
    return rows
  }
  async function measure() {
    const counts: Record<string, number> = {}
    for (const [screen, paths] of Object.entries(screenReads)) {
      counts[screen] = 0
      for (const path of paths) counts[screen] += await rowsOf(path)
    }
    return counts
  }
  await fill(0, 120)
  const small = await measure()
  await fill(120, 1_000)
  const large = await measure()
  expect(large).toEqual(small)
  expect(Math.max(...Object.values(large))).toBeLessThan(300)
})
