import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contractResources } from '../generate/contract.ts'
import { exampleText } from '../generate/example-text.ts'
import { enumeration } from './examples/enumeration.ts'
import * as examples from './examples/index.ts'
import { request } from './examples/request.ts'
import { skill } from './examples/skill.ts'

const runnable: Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>> = examples

const ids = contractResources.flatMap(({ operations }) =>
  operations.flatMap(({ id, resource, operation }) =>
    operation.reply.kind === 'stream' ? [id, `${resource}.stream`] : [id],
  ),
)

function findExample(id: string) {
  const [resource = '', name = ''] = id.split('.')
  return runnable[resource]?.[name] ?? expect.fail(`${id} has no example`)
}

describe('the example of', () => {
  test.each(ids)('%s does what it claims', async (id) => {
    await findExample(id)()
  })

  test('request does what it claims', async () => {
    await request()
  })

  test('isKnown does what it claims', async () => {
    await enumeration()
  })

  test.each(Object.entries(skill))('the skill (%s) does what it claims', async (_name, run) => {
    await run()
  })
})

test('every operation has an example that fits above a method', () => {
  expect(ids.length).toBeGreaterThanOrEqual(70)
  for (const id of [...ids, 'request', 'enumeration']) {
    const lines = exampleText(id).split('\n')
    expect(lines.length, id).toBeLessThanOrEqual(8)
    for (const line of lines) expect(`   * ${line}`.length, id).toBeLessThanOrEqual(100)
    expect(exampleText(id)).not.toContain('*/')
  }
})

test('the example of request is what its doc comment shows', () => {
  const shownText = exampleText('request')
    .split('\n')
    .map((line) => `   * ${line}\n`)
  const source = readFileSync(new URL('../src/client.ts', import.meta.url), 'utf8')
  expect(source).toContain(
    `   * \`\`\`ts\n${shownText.join('')}   * \`\`\`\n   */\n  readonly request:`,
  )
})
