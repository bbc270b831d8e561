import assert from 'node:assert/strict'
import type { Store, WriteOp } from '@doorkit/store'
import {
  inNotes,
  note,
  onNotes,
  put,
  read,
  readExisting,
  resultOf,
  withOtherNotes,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const rounds = Array.from({ length: 25 }, (_, round) => round)

/** Makes two commits at the same time, each through its own store. */
async function race(
  [one, other]: readonly [Store, Store],
  first: readonly WriteOp[],
  second: readonly WriteOp[],
): Promise<readonly [string, string]> {
  const results = await Promise.all([one.commit(first), other.commit(second)])
  return [resultOf(results[0]), resultOf(results[1])]
}

/** Commits that check or change the same rows at the same time. */
export const races: readonly StoreCase[] = [
  onNotes(
    'exactly one of two commits succeeds if each checks a row that the other removes',
    async (store, context) => {
      await withOtherNotes(context, async (other) => {
        for (const round of rounds) {
          const [a, b] = [`a${round}`, `b${round}`]
          await put(store, note(a), note(b))
          const relyOn = (id: string): WriteOp => ({ op: 'check', ...inNotes, id, exists: true })
          const remove = (id: string): WriteOp => ({ op: 'remove', ...inNotes, id })
          const results = await race([store, other], [relyOn(a), remove(b)], [relyOn(b), remove(a)])
          const left = [await read(store, a), await read(store, b)].filter((row) => row !== null)
          assert.equal(left.length, 1, results.join())
          assert.deepEqual([...results].sort(), ['guard', 'ok'])
        }
      })
    },
  ),
  onNotes(
    'exactly one of two commits succeeds if each inserts the row whose absence the other checks',
    async (store, context) => {
      await withOtherNotes(context, async (other) => {
        for (const round of rounds) {
          const [a, b] = [`a${round}`, `b${round}`]
          const without = (id: string): WriteOp => ({ op: 'check', ...inNotes, id, exists: false })
          const results = await race([store, other], [without(a), note(b)], [without(b), note(a)])
          assert.deepEqual([...results].sort(), ['guard', 'ok'])
        }
      })
    },
  ),
  onNotes(
    'commits that change the same rows in opposite order all succeed',
    async (store, context) => {
      await put(store, note('n1'), note('n2'))
      await withOtherNotes(context, async (other) => {
        const add = (id: string): WriteOp => ({ op: 'patch', ...inNotes, id, add: { count: 1 } })
        for (const _ of rounds.slice(0, 10)) {
          const results = await race([store, other], [add('n1'), add('n2')], [add('n2'), add('n1')])
          assert.deepEqual(results, ['ok', 'ok'])
        }
      })
      assert.equal((await readExisting(store, 'n1')).columns.count, 20)
      assert.equal((await readExisting(store, 'n2')).columns.count, 20)
    },
  ),
]
