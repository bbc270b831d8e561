import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInBrowser } from './run-in-browser.ts'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const repository = join(packageDirectory, '../..')
let project = ''
let dist = ''

/** Code that checks what the built package promises, however it is loaded. */
const check = `
  const secret = generateWebhookSecret()
  const body = '{"id":"evt_1","type":"link.opened","created_at":"2026-10-12T09:00:00.000Z"}'
  const headers = signWebhook({ id: 'evt_1', body, secret })
  const verify = (body) => {
    try {
      return verifyWebhook({ body, headers, secret }).id
    } catch (error) {
      return error instanceof WebhookError ? error.code : String(error)
    }
  }
  globalThis.result = [
    verify(body),
    verify(new TextEncoder().encode(body)),
    verify(body + ' '),
    webhookFixture('webhook.test').type,
  ].join()
`
const names = '{ WebhookError, generateWebhookSecret, signWebhook, verifyWebhook }'
const expected = 'evt_1,evt_1,no_matching_signature,webhook.test'

const esModule = `
  import ${names} from '@doorkit/webhooks'
  import { webhookFixture } from '@doorkit/webhooks/testing'
  ${check}
`

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'webhooks-package-'))
  const installed = join(project, 'node_modules/@doorkit/webhooks')
  dist = join(installed, 'dist')
  mkdirSync(installed, { recursive: true })
  cpSync(join(packageDirectory, 'package.json'), join(installed, 'package.json'))
  const tsup = join(repository, 'node_modules/tsup/dist/cli-default.js')
  // Nothing else is installed in the project, so the package must contain everything that it loads.
  const flags = ['--no-dts', '--metafile', '--out-dir', dist]
  execFileSync(process.execPath, [tsup, ...flags], { cwd: packageDirectory })
})

afterAll(() => {
  rmSync(project, { recursive: true })
})

function run(file: string, source: string, ...flags: string[]): string {
  const path = join(project, file)
  writeFileSync(path, `${source}\nconsole.log(globalThis.result)`)
  return execFileSync(process.execPath, [...flags, path], { encoding: 'utf8' }).trim()
}

async function bundleFor(platform: 'browser' | 'node', conditions: string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: esModule, resolveDir: project, loader: 'js' },
    bundle: true,
    platform,
    conditions,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

describe('the built package', () => {
  test('loads as an ES module', () => {
    expect(run('consumer.mjs', esModule)).toBe(expected)
  })

  test('loads as CommonJS', () => {
    const source = `
      const ${names} = require('@doorkit/webhooks')
      const { webhookFixture } = require('@doorkit/webhooks/testing')
      ${check}
    `
    expect(run('consumer.cjs', source)).toBe(expected)
  })

  test('has every subpath that it declares, as an ES module and as CommonJS', () => {
    const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'))
    const entries = Object.keys(manifest.exports).filter((path) => path !== './package.json')
    expect(entries).toHaveLength(12)
    const files = readdirSync(dist)
    for (const entry of entries) {
      const name = entry === '.' ? 'index' : entry.slice(2)
      for (const ending of ['js', 'cjs']) expect(files).toContain(`${name}.${ending}`)
    }
    const specifiers = entries.map((entry) => entry.replace('.', '@doorkit/webhooks'))
    const list = JSON.stringify(specifiers)
    expect(
      run('all.cjs', `globalThis.result = ${list}.map((name) => typeof require(name)).join()`),
    ).toBe(specifiers.map(() => 'object').join())
    const imports = specifiers.map((name) => `import '${name}'`).join('\n')
    expect(run('all.mjs', `${imports}\nglobalThis.result = 'loaded'`)).toBe('loaded')
  })

  test('uses the cryptography of Node on Node, and no module of Node elsewhere', async () => {
    const [onNode, onWorkers, inBrowser] = await Promise.all([
      bundleFor('node', []),
      bundleFor('browser', ['workerd', 'worker', 'browser']),
      bundleFor('browser', []),
    ])
    expect(onNode).toContain('node:crypto')
    for (const text of [onWorkers, inBrowser]) {
      expect(text).not.toMatch(/node:|createHmac/)
      expect(runInBrowser(text)).toBe(expected)
    }
  })

  test('computes the same MAC without node:crypto if Node loads the portable files', () => {
    const module = `
      import * as hmac from './node_modules/@doorkit/webhooks/dist/hmac-portable.js'
      globalThis.result = hmac.toBase64(hmac.createMac(new Uint8Array(32))('a', '1', 'b'))
    `
    const commonJs = `
      const hmac = require('./node_modules/@doorkit/webhooks/dist/hmac-portable.cjs')
      globalThis.result = hmac.toBase64(hmac.createMac(new Uint8Array(32))('a', '1', 'b'))
    `
    const mac = createHmac('sha256', Buffer.alloc(32)).update('a.1.b').digest('base64')
    expect(run('portable.mjs', module)).toBe(run('portable.cjs', commonJs))
    expect(run('portable.mjs', module)).toBe(mac)
  })

  test('contains the licenses of the bundled packages', async () => {
    const { outputs } = JSON.parse(readFileSync(join(dist, 'metafile-esm.json'), 'utf8')) as {
      outputs: Record<string, { inputs: Record<string, unknown> }>
    }
    const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
    const bundled = new Set(
      inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
    )
    expect([...bundled].sort()).toEqual(['@stablelib/base64', 'fast-sha256', 'standardwebhooks'])
    const licenses = [...bundled].sort().map((name) => {
      const published = join(repository, 'node_modules', name, 'LICENSE')
      // The published standardwebhooks has no license file; this one is from its repository.
      const licenseFile = join(packageDirectory, `test/licenses/${name}.txt`)
      const license = readFileSync(existsSync(published) ? published : licenseFile, 'utf8').trim()
      return `## ${name}\n\n${license}\n`
    })
    const page = `# Third-party licenses\n\nThe files of this package contain parts of the following packages.\n\n${licenses.join('\n')}`
    await expect(page).toMatchFileSnapshot('../THIRD-PARTY-LICENSES.md')
  })
})
