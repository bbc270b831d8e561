import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorCodes, errorDocsUrl } from '../src/index.ts'
import { fillBlocks } from './docs/contract-blocks.ts'
import { slug } from './docs/markdown.ts'
import { operations, siteOperations } from './operations.ts'

const path = '../../../docs/api.md'
const page = readFileSync(new URL(path, import.meta.url), 'utf8')

describe('docs/api.md', () => {
  test('says what the contract says', async () => {
    await expect(fillBlocks(page)).toMatchFileSnapshot(path)
  })

  test('has a row for every operation', () => {
    const rows = page
      .split('\n')
      .filter((line) => /^\| `\w+\.\w+` \| (?:GET|POST|PATCH|DELETE) /.test(line))
    expect(rows.map((row) => row.split('`')[1])).toEqual(operations.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(60)
  })

  test('has the section that the `type` of each problem points to', () => {
    const headings = Array.from(page.matchAll(/^### (.+)$/gm), ([, title = '']) => slug(title))
    const anchors = errorCodes.map((code) => new URL(errorDocsUrl(code)).hash.slice(1))
    expect(headings.filter((heading) => anchors.includes(heading))).toEqual(anchors)
    expect(anchors).toHaveLength(15)
  })

  test('lists the extensions: objects, fields at any depth, parameters and answers', () => {
    const [, list = ''] = page.split('<!-- contract: extensions -->')
    expect(list).toContain('| `Workspace` | the whole object |')
    expect(list).toMatch(/^\| `Conversation` \| `channel`, .*`booking\.meeting`/m)
    expect(list).toContain('| `conversations.get` | `query expand` |')
    expect(list).toContain('| `webhookEndpoints.delete` | the whole answer |')
  })
})

describe('docs/site-api.md', () => {
  const sitePath = '../../../docs/site-api.md'
  const sitePage = readFileSync(new URL(sitePath, import.meta.url), 'utf8')

  test('says what the contract says', async () => {
    await expect(fillBlocks(sitePage)).toMatchFileSnapshot(sitePath)
  })

  test('has a row for every operation', () => {
    const rows = sitePage.split('\n').filter((line) => /^\| `\w+\.\w+` \| (?:GET|POST) /.test(line))
    expect(rows.map((row) => row.split('`')[1])).toEqual(siteOperations.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(6)
  })
})
