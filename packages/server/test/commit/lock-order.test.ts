import type { Store, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { inLockOrder } from '../../src/commit/commit-change.ts'
import { createKit } from '../support/kit.ts'
import { describeOverStores } from '../support/stores.ts'

const at = { in: 'rollups', partition: 'ws_1' } as const
const make = (id: string): WriteOp => ({
  op: 'insert',
  in: 'rollups',
  row: { id, columns: { workspace: 'ws_1' }, data: null },
  onConflict: 'ignore',
})
const add = (id: string): WriteOp => ({ op: 'patch', ...at, id, add: { leads: 1 } })
const change: WriteOp = { op: 'patch', in: 'visits', partition: 'ws_1', id: 'v', ifRev: 1 }

test('additions come last, by collection and id, each after the insert of its row', () => {
  const counter: WriteOp = { ...add('z'), in: 'counters' } as WriteOp
  const ops = [make('b'), add('b'), make('a'), add('a'), change, counter]
  expect(inLockOrder(ops)).toEqual([change, counter, make('a'), add('a'), make('b'), add('b')])
})

test('other changes to a row keep their place among the operations on that row', () => {
  const set: WriteOp = { op: 'patch', ...at, id: 'b', set: { day: 1 } }
  expect(inLockOrder([make('b'), set, add('b'), add('a')])).toEqual([
    make('b'),
    set,
    add('b'),
    add('a'),
  ])
})

/** The collections whose rows many commits add to. */
const counted = new Set(['rollups', 'label_counts', 'link_days', 'counters', 'analytics_days'])

describeOverStores("commits of visitors' actions", (openStore) => {
  test('add to counts last, and always in the same order', async () => {
    const inner = openStore()
    const additions: (readonly WriteOp[])[] = []
    const store: Store = {
      ...inner,
      async commit(ops, options) {
        const first = ops.findIndex((op) => counted.has(op.in))
        if (first >= 0) additions.push(ops.slice(first))
        return inner.commit(ops, options)
      },
    }
    const { doorkit, workspace } = await createKit({ store })
    additions.length = 0
    const record = doorkit.record(workspace.id)
    const visit = await record.visits.start({ page_url: 'https://acme.example/a', source: 'ads' })
    const conversation = await record.conversations.start({ visit })
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
    expect(additions.length).toBeGreaterThan(2)
    expect(collections.filter(({ plan }) => counted.has(plan.name))).toHaveLength(counted.size)
    for (const ops of additions) {
      const rows = ops.map((op) => `${op.in} ${op.op === 'insert' ? op.row.id : op.id}`)
      expect(rows).toEqual([...rows].sort())
      expect(ops.filter((op) => !counted.has(op.in))).toEqual([])
    }
  })
})
