import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const directory = fileURLToPath(new URL('../..', import.meta.url))
const tsup = fileURLToPath(new URL('../../../../node_modules/.bin/tsup', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'client-build-'))

const built = (file: string) => readFileSync(join(folder, file), 'utf8')
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom ?|\brequire\()['"]([^'"]+)['"]/g)].map(([, name]) => name)

describe('the built package', () => {
  beforeAll(async () => {
    await promisify(execFile)(tsup, ['--no-dts', '--out-dir', folder], { cwd: directory })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has the schemas in one file with zod, for ESM and CommonJS', () => {
    for (const file of ['validate/index.js', 'validate/index.cjs']) {
      const text = built(file)
      expect(text).toContain('experiment')
      expect(importsOf(text)).toEqual([])
      expect(gzipSync(text, { level: 9 }).byteLength).toBeLessThanOrEqual(61_440)
    }
  })

  test('reaches no schema, no server and no telemetry from the main entry', () => {
    const reached = new Set(importsOf(built('index.js')).filter((name) => name?.startsWith('./')))
    expect(reached.size).toBeGreaterThan(0)
    const texts = [built('index.js'), ...[...reached].map((name) => built(`${name}`))]
    const imports = texts.flatMap(importsOf).filter((name) => !name?.startsWith('./'))
    expect(new Set(imports)).toEqual(new Set(['@doorkit/chat-stream']))
  })

  test('works as it is built', async () => {
    const { validateResponses } = await import(join(folder, 'validate/index.js'))
    const meta = { requestId: 'req_1', status: 200, attempts: 1 }
    const operation = { id: 'contacts.get', method: 'GET', path: '/contacts/{id}', heavy: false }
    const call = validateResponses({ mode: 'throw' })(
      async () => ({ data: { id: 'ct_1', object: 'contact', email: 7 }, meta }),
      { operation, stream: false, logger: undefined },
    )
    await expect(call).rejects.toMatchObject({ code: 'response_drift', name: 'DriftError' })
  })
})
