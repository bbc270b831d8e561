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

const packageInPath = /^.*node_modules\/((?:@[^/]+\/)?[^/]+).*/

/** Bundles a module, and lists the foreign packages and modules in the bundle. */
async function bundle(contents: string, options: BuildOptions) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: packageDirectory, loader: 'ts' },
    absWorkingDir: packageDirectory,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    ...options,
  })
  const foreignFiles = Object.keys(metafile?.inputs ?? {}).filter((path) => path.startsWith('../'))
  const foreign = foreignFiles.map((path) => path.replace(packageInPath, '$1'))
  return { text: outputFiles?.[0]?.text ?? '', foreign: [...new Set(foreign)].sort() }
}

const forNode: BuildOptions = { platform: 'node', conditions: ['@doorkit/source', 'node'] }
const forBrowser: BuildOptions = { platform: 'browser', conditions: ['@doorkit/source'] }

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length

describe('the size of a bundle that verifies', () => {
  const contents = `export { verifyWebhook } from './src/index.ts'`

  test('is at most 2.9 KB on Node, minified and compressed, including the check of the version of Node', async () => {
    const { text, foreign } = await bundle(contents, forNode)
    expect(text).toContain('node:crypto')
    expect(foreign).toContain('../models/src/require-node.ts')
    expect(gzipped(text)).toBeLessThanOrEqual(2969)
  })

  test('is at most 7.3 KB elsewhere, minified and compressed, including standardwebhooks', async () => {
    const { text, foreign } = await bundle(contents, forBrowser)
    expect(foreign).toContain('standardwebhooks')
    expect(gzipped(text)).toBeLessThanOrEqual(7475)
  })
})

const ofModels = (names: string[]) => names.map((name) => `../models/src/${name}.ts`)

test('on Node, the entries bundle no other package, except for four modules of the models', async () => {
  const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    exports: Record<string, { '@doorkit/source'?: string }>
  }
  const contents = Object.values(manifest.exports)
    .flatMap((target) => target['@doorkit/source'] ?? [])
    .map((file) => `export * from '${file}'`)
    .join('\n')
  const { text, foreign } = await bundle(contents, { ...forNode, packages: 'bundle' })
  expect(text).toContain('webhook-signature')
  const modules = ['check-node-version', 'event-types', 'read-event', 'require-node']
  expect(foreign).toEqual(ofModels(modules))
})

test('outside Node, the entries that run there import no module of Node, and bundle only standardwebhooks and two modules of the models', async () => {
  const contents = ['index', 'testing', 'fetch', 'hono', 'next', 'postgres', 'redis', 'sqlite']
    .concat('dedupe-tests')
    .map((name) => `export * from './src/${name}.ts'`)
    .join('\n')
  const { text, foreign } = await bundle(contents, forBrowser)
  expect(text).toContain('webhook-signature')
  expect(text).not.toMatch(/node:|require\(/)
  const packages = ['@stablelib/base64', 'fast-sha256', 'standardwebhooks']
  expect(foreign).toEqual([...ofModels(['event-types', 'read-event']), ...packages].sort())
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
  const { text } = await bundle(contents, { ...forBrowser, format: 'iife' })
  const result = runInBrowser(text, { delivery: webhookDelivery(event, { secret }), secret })
  expect(result).toBe(`${event.id},${event.id},no_matching_signature`)
})
