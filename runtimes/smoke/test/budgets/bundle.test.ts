import { describe, expect, inject, test } from 'vitest'
import { budgets } from './budgets.ts'
import { foreignGlobals } from './foreign-globals.ts'
import { bundleExports, gzippedBytes, textOf } from './loaded-bytes.ts'
import { expectWithin } from './within.ts'

const project = inject('clientProject')

describe('a bundle of the packed client', () => {
  test('with every resource is within its budget, without the chat reader', async () => {
    const { atStart, later } = await bundleExports(project, 'createClient')
    expect(textOf(atStart)).toContain('/webhook_endpoints')
    expectWithin(budgets.fullClient, gzippedBytes(atStart))
    expect(textOf(later)).toContain('text-delta')
    expectWithin(budgets.chatReader, gzippedBytes(later))
  })

  test('of the errors alone is within its budget', async () => {
    const { atStart } = await bundleExports(project, 'isProblem, TimeoutError')
    expect(textOf(atStart)).toContain('attempt_timeout')
    expect(textOf(atStart)).not.toContain('/webhook_endpoints')
    expectWithin(budgets.errors, gzippedBytes(atStart))
  })

  test('has no schema, no second HTTP client and no module of Node in it', async () => {
    const { atStart, later } = await bundleExports(project, 'createClient')
    const text = textOf([...atStart, ...later])
    expect(text.length).toBeGreaterThan(10_000)
    const foreign = [
      'Zod',
      'zod',
      'UND_ERR',
      'node:',
      'require(',
      'opentelemetry',
      '@doorkit/server',
    ]
    expect(foreign.filter((word) => text.includes(word))).toEqual([])
  })

  test('uses what every runtime has, and nothing of pages or of Node alone', async () => {
    const options = { minify: false, splitting: false }
    const { atStart } = await bundleExports(project, 'createClient', options)
    expect(textOf(atStart)).toContain('text-delta')
    expect(foreignGlobals(textOf(atStart))).toEqual([])
    const elsewhere = 'document.title = globalThis.name + globalThis.process?.pid + Buffer.from("")'
    expect(foreignGlobals(elsewhere)).toEqual(['Buffer', 'document', 'name'])
  })
})
