import { describe, expect, test } from 'vitest'
import { errorCodes, errorDocsUrl, errorTable, isErrorCode } from '../src/index.ts'
import { errorStatusTable } from './contract-tables.ts'

describe('the error table', () => {
  test('has the specified codes and statuses, and 503 as an extension', () => {
    const actual = Object.entries(errorTable).map(([code, { statuses }]) => [
      code,
      statuses.join(' '),
    ])
    const extended = errorStatusTable.map(([code, statuses]) => [
      code,
      code === 'internal_error' ? `${statuses} 503` : statuses,
    ])
    expect(actual).toEqual(extended)
    expect(errorCodes).toEqual(errorStatusTable.map(([code]) => code))
    expect(errorCodes).toHaveLength(15)
  })

  test('has a title and an explanation of its own for each code', () => {
    const rows = Object.values(errorTable)
    for (const { title, when } of rows) {
      expect(title).toMatch(/^[A-Z][A-Za-z ]+$/)
      expect(when).toMatch(/^[A-Z].+\.$/)
    }
    expect(new Set(rows.map(({ title }) => title)).size).toBe(15)
    expect(new Set(rows.map(({ when }) => when)).size).toBe(15)
  })

  test('says for each code whether a retry helps', () => {
    const retried = Object.entries(errorTable)
      .filter(([, { retry }]) => retry !== 'never')
      .map(([code, { retry }]) => [code, retry])
    expect(Object.fromEntries(retried)).toEqual({
      conflict: 'reread',
      idempotency_key_in_use: 'soon',
      rate_limited: 'after',
      internal_error: 'soon',
    })
  })
})

describe('errorDocsUrl', () => {
  test('links each code to its own section of one page', () => {
    const urls = errorCodes.map((code) => new URL(errorDocsUrl(code)))
    expect(new Set(urls.map(({ href }) => href.split('#')[0])).size).toBe(1)
    expect(urls.map(({ hash }) => hash)).toEqual(errorCodes.map((code) => `#${code}`))
    expect(urls).toHaveLength(15)
  })
})

describe('isErrorCode', () => {
  test('distinguishes codes from other strings', () => {
    expect(errorCodes.every(isErrorCode)).toBe(true)
    expect(['', 'toString', '__proto__', 'NOT_FOUND', 'teapot'].filter(isErrorCode)).toEqual([])
  })
})
