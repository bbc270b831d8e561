import { build } from 'esbuild'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { foreignGlobals } from './foreign-globals.ts'

let text = ''

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '@doorkit/client'`,
      resolveDir: inject('clientProject'),
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  text = outputFiles[0]?.text ?? ''
})

describe('everything that the packed client loads, at once or on demand,', () => {
  test('is in it', () => {
    for (const part of ['/webhook_endpoints', 'text-delta', 'idempotency_key_reused']) {
      expect(text).toContain(part)
    }
  })

  test('holds no schema, no second HTTP client and no module of Node', () => {
    const foreign = ['Zod', 'zod', 'UND_ERR', 'node:', 'require(', 'opentelemetry']
    expect(foreign.filter((word) => text.includes(word))).toEqual([])
  })

  test('uses what every runtime has, and nothing of pages or of Node alone', () => {
    expect(foreignGlobals(text)).toEqual([])
    const elsewhere = 'document.title = globalThis.name + globalThis.process?.pid + Buffer.from("")'
    expect(foreignGlobals(elsewhere)).toEqual(['Buffer', 'document', 'name'])
  })
})
