import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followGuide } from './follow-guide.ts'
import { read, root } from './pages.ts'

const repository = fileURLToPath(root)
const copy = mkdtempSync(join(tmpdir(), 'doorkit-guide-'))
const notePath = join(copy, 'packages/server/src/collections/note.ts')
const run = promisify(execFile)
// The tests start other programs. On an idle machine they take less than 20 seconds.
const timeoutMs = 300_000

/** Runs Node in the copy. Returns its output, and whether it succeeded. */
async function runNodeInCopy(...args: string[]): Promise<{ ok: boolean; text: string }> {
  const { VITEST: _, ...env } = process.env
  const options = { cwd: copy, env: { ...env, NO_COLOR: '1' } }
  return run(process.execPath, args, options).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    ({ stdout, stderr }) => ({ ok: false, text: `${stdout}${stderr}` }),
  )
}

/** Runs the tests of the copy whose files and names match. */
function testCopy(project: string, file: string, name = '') {
  return runNodeInCopy(...vitestArguments([project], '-t', name, file))
}

function vitestArguments(projects: readonly string[], ...chosen: readonly string[]): string[] {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const named = projects.flatMap((project) => ['--project', project])
  return [vitest, 'run', '--config', 'vitest.workspace.ts', ...named, ...chosen]
}

/** Copies the sources, and links the installed packages. */
function copyRepository(): void {
  const leftOut = new Set(['node_modules', '.types', 'dist'])
  const filter = (path: string) => !leftOut.has(basename(path))
  for (const part of ['packages', 'docs', 'package.json', 'vitest.workspace.ts']) {
    cpSync(join(repository, part), join(copy, part), { recursive: true, filter })
  }
  for (const folder of ['examples', 'node_modules/@doorkit']) {
    mkdirSync(join(copy, folder), { recursive: true })
  }
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === '@doorkit') continue
    symlinkSync(join(repository, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@doorkit', name))
  }
}

const files: string[] = []

beforeAll(() => {
  copyRepository()
  files.push(...followGuide(read('docs/guides/add-a-resource.md'), copy))
})
afterAll(() => rmSync(copy, { recursive: true }))

describe('a contributor who follows the guide to add a resource', () => {
  test('writes five files by hand, and lines in twelve others', () => {
    expect(files).toContain('packages/server/src/collections/note.ts')
    expect(files).toHaveLength(17)
    expect(read('docs/guides/add-a-resource.md')).toContain(
      'Five files are new, and twelve files get a few lines.',
    )
  })

  test(
    'can create, list, export and erase notes, and generate the methods of the client',
    async () => {
      const generated = await runNodeInCopy(
        '--conditions=@doorkit/source',
        'packages/client/generate/generate.ts',
      )
      expect(generated.ok, generated.text).toBe(true)
      expect(readFileSync(join(copy, 'packages/client/llms.txt'), 'utf8')).toContain('notes.create')
      const { ok, text } = await testCopy('conformance', 'notes.test.ts')
      expect(ok, text).toBe(true)
      expect(text).toMatch(/Tests\s+1 passed/)
    },
    timeoutMs,
  )

  test(
    'breaks no test of the contract, the client or the pages',
    async () => {
      // The first run updates the pages and the lists of exports.
      const pages = ['packages/models/', 'repository/conformance.test.ts']
      await runNodeInCopy(...vitestArguments(['models', 'repository'], ...pages, '-u'))
      const { ok, text } = await runNodeInCopy(
        ...vitestArguments(
          ['models', 'server', 'client', 'conformance', 'repository'],
          ...pages,
          'server/test/handlers/privacy.test.ts',
          'client/test/examples.test.ts',
          'client/test/surface.test.ts',
          'client/test/routes.test.ts',
          'conformance/success-statuses.test.ts',
          'conformance/hostile-input.test.ts',
          'conformance/earlier-versions.test.ts',
        ),
      )
      expect(ok, text).toBe(true)
    },
    timeoutMs,
  )

  test.each([
    ["fields: { text: 'personal' }", 'notes.email is not declared'],
    ["fields: { email: 'plain', text: 'personal' }", 'what is missing of notes.email, notes.text'],
  ])(
    'but writes %s is stopped by a test',
    async (wrong, message) => {
      const right = readFileSync(notePath, 'utf8')
      const declared = "fields: { email: { is: 'email' }, text: 'personal' }"
      expect(right).toContain(declared)
      writeFileSync(notePath, right.replace(declared, wrong))
      const { ok, text } = await testCopy('server', 'every-operation.test.ts', 'notes.create')
      writeFileSync(notePath, right)
      expect(ok).toBe(false)
      expect(text).toContain(message)
    },
    timeoutMs,
  )
})
