import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const directory = fileURLToPath(new URL('../..', import.meta.url))
const tsup = fileURLToPath(new URL('../../../../node_modules/.bin/tsup', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'client-build-'))

const readBuilt = (file: string) => readFileSync(join(folder, file), 'utf8')
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom ?|\b(?:require|import)\()['"]([^'"]+)['"]/g)].map(([, name]) => name)

/** A file of the build, with all files that it loads, immediately or later. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const name of importsOf(readBuilt(file))) {
    if (name?.startsWith('.')) reachedFrom(join(dirname(file), name), reached)
  }
  return reached
}

/** The third-party packages whose code is in the build. */
function bundledPackages(): string[] {
  const { outputs } = JSON.parse(readBuilt('metafile-esm.json')) as {
    outputs: Record<string, { inputs: Record<string, unknown> }>
  }
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

describe('the built package', () => {
  beforeAll(async () => {
    await promisify(execFile)(tsup, ['--no-dts', '--metafile', '--out-dir', folder], {
      cwd: directory,
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has zod and the schemas in the entry validate, and no zod in the main entry', async () => {
    const text = readBuilt('validate/index.cjs')
    expect(text).toContain('experiment')
    expect(importsOf(text)).toEqual([])
    const main = [...reachedFrom('index.js'), 'index.cjs'].map(readBuilt).join('\n')
    expect(main).not.toContain('_zod')
    const source = Object.keys(await import('../../src/validate/index.ts'))
    const names = Object.keys(await import(join(folder, 'validate/index.js')))
    expect(names.sort()).toEqual(source.sort())
  })

  test('imports no other package from its main entry', () => {
    for (const entry of ['index.js', 'index.cjs']) {
      const files = reachedFrom(entry)
      expect(files.size).toBeGreaterThan(entry === 'index.js' ? 2 : 0)
      const imports = [...files].flatMap((file) => importsOf(readBuilt(file)))
      expect(imports.filter((name) => !name?.startsWith('.'))).toEqual([])
    }
  })

  test('contains the licenses of the bundled packages', async () => {
    expect(readBuilt('validate/index.cjs')).toContain('_zod')
    const names = bundledPackages()
    expect(names).toEqual(['eventsource-parser', 'zod'])
    const licenses = names.map((name) => {
      const file = new URL(`../../../../node_modules/${name}/LICENSE`, import.meta.url)
      return `## ${name}\n\n${readFileSync(file, 'utf8').trim()}\n`
    })
    const page = `# Third-party licenses\n\nThe files of this package contain parts of the following packages.\n\n${licenses.join('\n')}`
    await expect(page).toMatchFileSnapshot('../../THIRD-PARTY-LICENSES.md')
  })

  test('compares answers with the contract', async () => {
    const { validateResponses } = await import(join(folder, 'validate/index.js'))
    const meta = { requestId: 'req_1', status: 200, attempts: 1 }
    const operation = { id: 'contacts.get', method: 'GET', path: '/contacts/{id}', heavy: false }
    const call = validateResponses({ mode: 'throw' }).wrapCall(
      async () => ({ data: { id: 'ct_1', object: 'contact', email: 7 }, meta }),
      { operation, stream: false, logger: undefined },
    )
    await expect(call).rejects.toMatchObject({ code: 'response_drift', name: 'DriftError' })
  })
})
