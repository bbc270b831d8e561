import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { runInBrowser } from './run-in-browser.ts'
import { secrets } from './vectors/secrets.ts'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))

async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: packageDirectory, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    ...options,
  })
  return outputFiles?.[0]?.text ?? ''
}

const forNode: BuildOptions = { platform: 'node', conditions: ['@doorkit/source', 'node'] }
const forBrowser: BuildOptions = { platform: 'browser', conditions: ['@doorkit/source'] }

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length

describe('the size of a bundle that verifies', () => {
  const contents = `export { verifyWebhook } from './src/index.ts'`

  test('is at most 2.9 KB on Node, minified and compressed, including the check of the version of Node', async () => {
    const text = await bundle(contents, forNode)
    expect(text).toContain('node:crypto')
    expect(gzipped(text)).toBeLessThanOrEqual(2969)
  })

  test('is at most 7.3 KB elsewhere, minified and compressed, including standardwebhooks', async () => {
    expect(gzipped(await bundle(contents, forBrowser))).toBeLessThanOrEqual(7475)
  })
})

const foreignWords = ['Zod', 'zod', '@doorkit/models']

test('on Node, no entry bundles zod, the models or standardwebhooks', async () => {
  const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    exports: Record<string, { '@doorkit/source'?: string }>
  }
  const contents = Object.values(manifest.exports)
    .flatMap((target) => target['@doorkit/source'] ?? [])
    .map((file) => `export * from '${file}'`)
    .join('\n')
  const text = await bundle(contents, { ...forNode, packages: 'bundle' })
  expect(text).toContain('webhook-signature')
  for (const word of [...foreignWords, 'standardwebhooks']) expect(text).not.toContain(word)
})

test('outside Node, the entries that run there import no module of Node, and bundle neither zod nor the models', async () => {
  const contents = ['index', 'testing', 'fetch', 'hono', 'next', 'postgres', 'redis', 'sqlite']
    .concat('dedupe-tests')
    .map((name) => `export * from './src/${name}.ts'`)
    .join('\n')
  const text = await bundle(contents, forBrowser)
  expect(text).toContain('webhook-signature')
  expect(text).not.toMatch(/node:|require\(/)
  for (const word of foreignWords) expect(text).not.toContain(word)
})

test('a browser bundle verifies and refuses deliveries with only the web platform', async () => {
  const secret = secrets.current ?? ''
  const event = webhookFixture('lead.captured', { data: { object: { first_name: 'Zoë' } } })
  const contents = `
    import { verifyWebhook } from './src/index.ts'
    const verify = (body) => {
      try {
        return verifyWebhook({ ...delivery, body, secret }).id
      } catch (error) {
        return error.code
      }
    }
    globalThis.result = [
      verify(delivery.body),
      verify(new TextEncoder().encode(delivery.body)),
      verify(delivery.body + ' '),
    ].join()
  `
  const script = await bundle(contents, { ...forBrowser, format: 'iife' })
  const result = runInBrowser(script, { delivery: webhookDelivery(event, { secret }), secret })
  expect(result).toBe(`${event.id},${event.id},no_matching_signature`)
})
