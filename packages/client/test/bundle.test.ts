import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const directory = fileURLToPath(new URL('..', import.meta.url))

async function bundle(names: string, external: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from './src/index.ts'`, resolveDir: directory },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@doorkit/source'],
    external,
    write: false,
  })
  return outputFiles[0]?.text ?? expect.fail('nothing was bundled')
}

const gzippedBytes = (text: string) => gzipSync(text, { level: 9 }).byteLength

describe('what the client costs, minified and compressed', () => {
  test('is at most 10 KB with every resource', async () => {
    const text = await bundle('createClient', ['@doorkit/chat-stream'])
    expect(text).toContain('/webhook_endpoints')
    expect(gzippedBytes(text)).toBeLessThanOrEqual(10_240)
  })

  test('is at most 8.5 KB more for reading chat streams', async () => {
    const withStreams = await bundle('createClient')
    const without = await bundle('createClient', ['@doorkit/chat-stream'])
    expect(gzippedBytes(withStreams) - gzippedBytes(without)).toBeLessThanOrEqual(8_704)
  })

  test('is at most 1 KB for the errors alone', async () => {
    const text = await bundle('isProblem, TimeoutError', ['@doorkit/chat-stream'])
    expect(text).not.toContain('/webhook_endpoints')
    expect(gzippedBytes(text)).toBeLessThanOrEqual(1_024)
  })
})

test('no schema, no second HTTP client and nothing of Node comes along', async () => {
  const text = await bundle('createClient')
  expect(text.length).toBeGreaterThan(10_000)
  // An error of the client names undici; only undici itself has its error codes.
  const foreign = ['Zod', 'zod', 'UND_ERR', 'node:', 'require(', '@doorkit/server', 'opentelemetry']
  for (const word of foreign) expect(text).not.toContain(word)
})
