import { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTick } from 'node:timers/promises'
import type { SchemaPlan, Store } from '@doorkit/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { createReadInGroup } from '../src/reads-in-one-tick.ts'
import { temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = {
  collections: [{ name: 'notes', columns: { count: 'integer' }, indexes: [] }],
}
const ref = (id: string) => ({ in: 'notes', id })
const insert = (id: string) =>
  ({ op: 'insert', in: 'notes', row: { id, columns: {}, data: id } }) as const

/** Reads that record their names, and when their transactions begin and end. */
function recordedGroups() {
  const events: string[] = []
  const note = (event: string) => {
    events.push(event)
    return event
  }
  const transaction = { begin: () => note('begin') === 'begin', end: () => void note('end') }
  const group = createReadInGroup(transaction, 0)
  return { events, group, read: (name: string) => group(() => note(name)) }
}

describe('reads that wait at the same moment', () => {
  test('share a transaction, with the reads that follow from their results', async () => {
    const { events, read } = recordedGroups()
    const twice = async (name: string) => {
      const first = await read(name)
      await Promise.resolve()
      return read(`${first} again`)
    }
    expect(await Promise.all([twice('a'), twice('b'), read('c')])).toEqual([
      'a again',
      'b again',
      'c',
    ])
    await endOfTick()
    expect(events).toEqual(['begin', 'a', 'b', 'c', 'a again', 'b again', 'end'])
  })

  test('see everything that was written up to the end of their tick', async () => {
    let written = 'before'
    const { group } = recordedGroups()
    const reading = group(() => written)
    await Promise.resolve()
    written = 'after'
    expect(await reading).toBe('after')
  })

  test('fail independently', async () => {
    const { events, group, read } = recordedGroups()
    const failing = group(() => {
      throw new Error('no such table')
    })
    const results = await Promise.allSettled([failing, read('other')])
    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'other' }])
    await endOfTick()
    expect(events).toEqual(['begin', 'other', 'end'])
  })

  test('are read one by one if no transaction can begin', async () => {
    const ended: string[] = []
    const group = createReadInGroup({ begin: () => false, end: () => void ended.push('end') }, 0)
    expect(await Promise.all([group(() => 'a'), group(() => 'b')])).toEqual(['a', 'b'])
    await endOfTick()
    expect(ended).toEqual([])
  })

  test('share a transaction up to 256 statements, and the rest waits for the next', async () => {
    const { events, read } = recordedGroups()
    await Promise.all(Array.from({ length: 600 }, (_, at) => read(`${at}`)))
    await endOfTick()
    const transactions = events.join(' ').split(' end').slice(0, -1)
    expect(transactions.map((one) => one.trim().split(' ').length - 1)).toEqual([256, 256, 88])
    const reads = events.filter((event) => event !== 'begin' && event !== 'end')
    expect(reads).toEqual(Array.from({ length: 600 }, (_, at) => `${at}`))
  })

  test('return at most 256 KB, plus the last result, in one transaction', async () => {
    const { events, group } = recordedGroups()
    const work = () => events.push('read')
    await Promise.all(Array.from({ length: 9 }, () => group(work, () => 100_000)))
    await endOfTick()
    const transaction = ['begin', 'read', 'read', 'read', 'end']
    expect(events).toEqual([...transaction, ...transaction, ...transaction])
  })

  test('let other work run if each starts another read', async () => {
    const { events, read } = recordedGroups()
    let isReading = true
    const endless = (async () => {
      while (isReading) await read('page')
    })()
    for (let tick = 0; tick < 5; tick++) await endOfTick()
    isReading = false
    await endless
    expect(events.filter((event) => event === 'begin').length).toBeGreaterThan(2)
  })
})

describe('a store over a file', () => {
  async function openTwo(): Promise<[Store, Store]> {
    const directory = temporaryDirectory()
    const file = directory.path('shared.db')
    const stores = [sqliteStore({ file }), sqliteStore({ file })] as const
    onTestFinished(async () => {
      for (const store of stores) await store.close()
      directory.remove()
    })
    for (const store of stores) await store.migrate(plan)
    return [...stores]
  }

  test('reads what another connection has committed before the read was requested', async () => {
    const [writer, reader] = await openTwo()
    for (let count = 0; count < 200; count++) {
      const id = `n${count}`
      // A running read must not return old data to the next one.
      const earlier = reader.get([ref(id)])
      await writer.commit([insert(id)])
      expect(await reader.get([ref(id)])).toMatchObject([{ id }])
      await earlier
    }
  })

  test('scrubs and closes in the tick in which reads have ended', async () => {
    const [store] = await openTwo()
    await store.commit([insert('n1')])
    await store.get([ref('n1')])
    await store.scrub?.()
    await store.get([ref('n1')])
    await store.close()
    await endOfTick()
  })
})

test('a connection of the caller is never left in a transaction', async () => {
  const db = new DatabaseSync(':memory:')
  const store = sqliteStore({ db })
  onTestFinished(() => db.close())
  await store.migrate(plan)
  const reading = store.get([ref('n1')])
  db.exec('begin')
  db.exec('commit')
  await reading
  expect(db.isTransaction).toBe(false)
  db.exec('begin')
  db.exec('commit')
  await store.close()
})
