import assert from 'node:assert/strict'
import {
  claimNotes,
  idsOf,
  inNotes,
  listNotes,
  note,
  onNotes,
  put,
  read,
  readExisting,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

function nested(depth: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value }
  return value
}

const documents: readonly unknown[] = [
  null,
  true,
  0,
  -1.5e-7,
  1.7976931348623157e308,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  '',
  'plain',
  [],
  {},
  [[], {}, [[]], null],
  { empty: [], none: null, off: false, zero: 0, blank: '' },
  { z: 1, a: 2, 10: 3, 2: 4 },
  'naïve café — 日本語 😀 👩‍👩‍👧 \u202E',
  'e\u0301 is not \u00e9',
  'control \u0000\u0001\u001f\u007f\u2028\u2029',
  'lone \ud800 and \udc00 surrogates',
  `quotes ' " \` \\ ; -- /* $1 ?1 :name @name %s {} $\{x} \\u0000`,
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":null,"":0}'),
  nested(500),
  { text: 'x'.repeat(2_000_000) },
  Array.from({ length: 5_000 }, (_, at) => at),
]

const strings: readonly string[] = [
  '',
  ' ',
  "Robert'); drop table notes;--",
  '"quoted"',
  '\\',
  '%',
  '_',
  '?1 $1 :a @b',
  'null',
  '0',
  '1e3',
  'a\u0000b',
  'a\u0000',
  '\u0000',
  '\u0001',
  '\u0001\u0001',
  '\u0001\u0002',
  'line\nbreak\r\n\ttab',
  'é',
  'e\u0301',
  '\ud7ff',
  '\ud7ff\u0001',
  '\ud800',
  '\udc00',
  'a\ud800b',
  '\ufffd',
  '\uffff',
  '😀',
  '__proto__',
  'constructor',
  'long'.repeat(5_000),
]

/** Every value is read back as it was written, except that -0 is read as 0. */
export const fidelity: readonly StoreCase[] = [
  onNotes('documents are read back as the same JSON', async (store) => {
    await put(store, ...documents.map((data, at) => note(`n${at}`, {}, data)))
    const rows = await store.get(documents.map((_, at) => ({ ...inNotes, id: `n${at}` })))
    for (const [at, data] of documents.entries()) {
      assert.deepEqual(rows[at]?.data, data)
      assert.equal(JSON.stringify(rows[at]?.data), JSON.stringify(data), 'the order of members')
      await put(store, { op: 'patch', ...inNotes, id: `n${at}`, data })
      assert.deepEqual((await read(store, `n${at}`))?.data, data)
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.equal(rows.length, documents.length)
  }),
  onNotes('any string can be an id', async (store) => {
    await put(store, ...strings.map((id) => note(id, {}, id)))
    const rows = await store.get(strings.map((id) => ({ ...inNotes, id })))
    assert.deepEqual(idsOf(rows), strings)
    for (const id of strings) {
      const row = await readExisting(store, id)
      assert.deepEqual([row.id, row.data], [id, id])
      await put(store, { op: 'patch', ...inNotes, id, ifRev: 1, set: { count: 1 } })
    }
    for (const id of strings) await put(store, { op: 'remove', ...inNotes, id, ifRev: 2 })
    assert.deepEqual(await listNotes(store), [])
  }),
  onNotes('any string can be a column value, and only the same string finds it', async (store) => {
    await put(store, ...strings.map((status, at) => note(`n${at}`, { status })))
    for (const [at, status] of strings.entries()) {
      const where = [{ column: 'status', op: 'eq', value: status }] as const
      const found = await listNotes(store, { where })
      assert.deepEqual(idsOf(found), [`n${at}`], JSON.stringify(status.slice(0, 40)))
      assert.equal(found[0]?.columns.status, status)
      const among = [{ column: 'status', op: 'in', value: [status, 'missing'] }] as const
      assert.deepEqual(idsOf(await listNotes(store, { where: among })), [`n${at}`])
    }
    const groups = await store.aggregate({
      in: 'notes',
      where: [],
      groupBy: ['status'],
      measures: { rows: { op: 'count' } },
    })
    const found = groups.map((row) => row.group[0])
    assert.deepEqual(new Set(found), new Set(strings))
    assert.equal(found.length, strings.length)
  }),
  onNotes(
    'a list that is read page by page returns every row, even with unusual strings',
    async (store) => {
      const short = strings.filter((status) => status.length < 100)
      await put(store, ...short.map((status, at) => note(`n${at}`, { status })))
      const seen: unknown[] = []
      let after: (string | number)[] | undefined
      for (;;) {
        const [row] = await listNotes(store, { index: 'by_status', after, limit: 1 })
        if (!row) break
        seen.push(row.columns.status)
        after = ['ws_1', String(row.columns.status), 0, row.id]
        assert.ok(seen.length <= short.length, 'the list never ends')
      }
      assert.deepEqual(new Set(seen), new Set(short))
      assert.equal(seen.length, short.length)
    },
  ),
  onNotes('unusual strings stay different in a unique index', async (store) => {
    const short = strings.filter((email) => email.length < 100)
    await put(store, ...short.map((email, at) => note(`n${at}`, { email })))
    for (const email of short) {
      const result = await store.commit([note('again', { email })])
      assert.deepEqual(result, { ok: false, reason: 'conflict', index: 'by_email' })
    }
  }),
  onNotes('any string can be a scope and a lease token', async (store) => {
    await put(store, note('n1', { due: 0 }))
    for (const [at, text] of strings.entries()) {
      await listNotes(store, { horizon: { scope: text, at: 10 } })
      const late = await store.commit([], { at: { scope: text, at: 9 } })
      assert.deepEqual(late, { ok: false, reason: 'late', horizon: 10 })
      const [row] = await claimNotes(store, { now: at * 10, leaseMs: 10, token: text })
      assert.equal(row?.columns.lease, text)
    }
    assert.equal((await read(store, 'n1'))?.rev, strings.length + 1)
  }),
  onNotes('integer columns keep every safe integer, but store -0 as 0', async (store) => {
    const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 51 + 1]
    const all = [...numbers, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    await put(store, ...all.map((value, at) => note(`n${at}`, { at: value, count: value })))
    const listed = (await listNotes(store)).map((row) => row.columns.count)
    assert.deepEqual(
      listed,
      [...all].sort((left, right) => left - right),
    )
    await put(store, note('negative zero', { count: -0 }))
    assert.ok(Object.is((await readExisting(store, 'negative zero')).columns.count, 0))
  }),
]
