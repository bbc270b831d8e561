import { expect, test } from 'vitest'
import { openFile } from '../src/open-file.ts'

test('an opened database has the chosen synchronous level, and is set to overwrite deleted content', () => {
  const levels = [
    ['normal', 1],
    ['full', 2],
  ] as const
  for (const [synchronous, level] of levels) {
    const db = openFile({ file: ':memory:', busyTimeoutMs: 10, synchronous, exclusive: false })
    expect(db.prepare('pragma synchronous').get()).toEqual({ synchronous: level })
    expect(db.prepare('pragma secure_delete').get()).toEqual({ secure_delete: 1 })
    db.close()
  }
})
