import assert from 'node:assert/strict'
import { idsOf, inWorkspace, listNotes, note, onNotes, put } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'
import { walkPages } from '../walk-pages.ts'

/** The order of ids and text columns. */
export const textOrder: readonly StoreCase[] = [
  onNotes('ids and text columns are ordered by their UTF-8 bytes', async (store) => {
    const ids = [...'aAbBázZ0_-~ ', '', 'aa', 'a-', 'a_b']
    const odd = ['e\u0301', 'ss', ...'éßıI\u{1F600}\uFFFD\uE000文\u{10FFFF}']
    const all = [...ids, ...odd]
    const bytes = (left: string, right: string) =>
      Buffer.compare(Buffer.from(left), Buffer.from(right))
    await put(store, ...all.map((id) => note(id)))
    assert.deepEqual(idsOf(await listNotes(store)), [...all].sort(bytes))
    const walked = await walkPages(
      store,
      { in: 'notes', index: 'by_at', where: [inWorkspace], dir: 'desc', limit: 1 },
      ['workspace', 'at'],
    )
    assert.deepEqual(idsOf(walked), [...all].sort(bytes).reverse())
    await put(store, ...all.map((status, at) => note(`s${at}`, { status, workspace: 'ws_text' })))
    const byStatus = await listNotes(store, {
      index: 'by_status',
      where: [{ column: 'workspace', op: 'eq', value: 'ws_text' }],
    })
    assert.deepEqual(
      byStatus.map((row) => row.columns.status),
      [...all].sort(bytes),
    )
  }),
]
