import { describe, expect, test } from 'vitest'
import { errorCodes, errorDocsUrl } from '../src/index.ts'
import { errorsPage } from './docs/errors-page.ts'
import { extensionsPage, fieldMarks } from './docs/extensions-page.ts'
import { slug } from './docs/markdown.ts'
import { operationsPage } from './docs/operations-page.ts'
import { operations } from './operations.ts'

const docs = '../../../docs'

describe('docs/operations.md', () => {
  test('is current', async () => {
    await expect(operationsPage()).toMatchFileSnapshot(`${docs}/operations.md`)
  })

  test('has a row for every operation', () => {
    const rows = operationsPage()
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(rows.map((row) => row.split('`')[1])).toEqual(operations.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(60)
  })
})

describe('docs/errors.md', () => {
  test('is current', async () => {
    await expect(errorsPage()).toMatchFileSnapshot(`${docs}/errors.md`)
  })

  test('has the section that the `type` of each problem points to', () => {
    const sections = Array.from(errorsPage().matchAll(/^## (.+)$/gm), ([, title = '']) =>
      slug(title),
    )
    expect(sections).toEqual(errorCodes.map((code) => new URL(errorDocsUrl(code)).hash.slice(1)))
    expect(sections).toHaveLength(15)
  })
})

describe('docs/extensions.md', () => {
  test('is current', async () => {
    await expect(extensionsPage()).toMatchFileSnapshot(`${docs}/extensions.md`)
  })

  test('finds marks on objects, fields at any depth, parameters and answers', () => {
    const marks = fieldMarks().map((mark) => mark.join(' '))
    expect(marks).toContain('Workspace ')
    expect(marks).toContain('Conversation channel')
    expect(marks).toContain('Conversation booking.meeting')
    expect(marks).toContain('conversations.get query expand')
    expect(marks).toContain('webhookEndpoints.delete ')
    expect(new Set(marks).size).toBe(marks.length)
  })
})
