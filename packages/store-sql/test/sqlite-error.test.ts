import { expect, test } from 'vitest'
import { SqlError, toSqliteError } from '../src/index.ts'

test('the error messages of several SQLite bindings are understood', () => {
  const messages = [
    ['UNIQUE constraint failed: t.a', 'unique', { table: 't', columns: ['a'] }],
    [
      'SqliteError: UNIQUE constraint failed: doorkit_c.a, doorkit_c.b',
      'unique',
      { table: 'doorkit_c', columns: ['a', 'b'] },
    ],
    ["UNIQUE constraint failed: index 'by_lower'", 'unique', { constraint: 'by_lower' }],
    [
      'D1_ERROR: CHECK constraint failed: doorkit__guard_held: SQLITE_CONSTRAINT',
      'check',
      { constraint: 'doorkit__guard_held' },
    ],
    ['database is locked', 'busy', {}],
    ['database table is locked: t', 'busy', {}],
    ['SQLITE_BUSY: cannot commit', 'busy', {}],
    ['database or disk is full', 'unavailable', {}],
    ['D1_ERROR: SQLITE_FULL', 'unavailable', {}],
    ['disk I/O error', 'unavailable', {}],
    ['NOT NULL constraint failed: t.a', 'fault', {}],
    ['no such table: t', 'fault', {}],
  ] as const
  for (const [message, code, detail] of messages) {
    const cause = new Error(message)
    expect(toSqliteError(cause)).toMatchObject({ name: 'SqlError', code, detail, cause })
  }
})

test('a SqlError stays unchanged, and a thrown string becomes one', () => {
  const error = new SqlError('busy', 'busy')
  expect(toSqliteError(error)).toBe(error)
  expect(toSqliteError('database is locked').code).toBe('busy')
})
