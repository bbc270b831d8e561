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

describe('the bundle of everything that the packed client can load', () => {
  test('includes the resources, the errors and the reader of streamed answers', () => {
    for (const part of ['/webhook_endpoints', 'text-delta', 'idempotency_key_reused']) {
      expect(text).toContain(part)
    }
  })

  test('has no schema, no second HTTP client and no module of Node', () => {
    const foreign = ['Zod', 'zod', 'UND_ERR', 'node:', 'require(', 'opentelemetry']
    expect(foreign.filter((word) => text.includes(word))).toEqual([])
  })

  test('uses only globals that every runtime has, not those of browsers or of Node alone', () => {
    expect(foreignGlobals(text)).toEqual([])
    const unportable =
      'document.title = globalThis.name + globalThis.process?.pid + Buffer.from("")'
    expect(foreignGlobals(unportable)).toEqual(['Buffer', 'document', 'name'])
  })
})
