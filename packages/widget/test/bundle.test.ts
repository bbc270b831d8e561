import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'

// Minified and gzipped.
const budget = 7_200

let text = ''

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './src/index.ts'`,
      resolveDir: `${import.meta.dirname}/..`,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@doorkit/source'],
    write: false,
  })
  text = outputFiles[0]?.text ?? ''
})

test('a page loads at most 7,200 bytes, whatever parts of the client it uses', () => {
  expect(text).toContain('/messages/stream')
  const bytes = gzipSync(text, { level: 9 }).length
  expect(bytes).toBeLessThanOrEqual(budget)
  // If the budget were far too large, the test could not fail.
  expect(bytes).toBeGreaterThan(budget * 0.9)
})

test('the bundle has no schema library, no code for Node, and nothing that the strictest policy refuses', () => {
  const forbidden = ['Zod', 'zod', 'node:', 'require(', 'eval(', 'new Function', 'innerHTML']
  expect(forbidden.filter((word) => text.includes(word))).toEqual([])
})
