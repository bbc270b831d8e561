import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** Creates a project with these libraries. The client is built and packed from its sources. */
export async function createProject(names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-size-'))
  const directory = join(folder, 'project')
  for (const name of new Set(names)) {
    const target = join(directory, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    if (name === '@doorkit/client') await installClient(target, folder)
    else symlinkSync(installed(name), target)
  }
  return { directory, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Finds a package that is installed for the benches or for the repository. */
function installed(name: string): string {
  const candidates = ['packages/bench', ''].map((parent) =>
    join(repository, parent, 'node_modules', name),
  )
  const found = candidates.find((target) => existsSync(target))
  if (found === undefined) throw new Error(`${name} is not installed: run npm run bench`)
  return found
}

async function installClient(target: string, folder: string): Promise<void> {
  const copy = join(folder, 'copy')
  const source = join(repository, 'packages/client')
  const excluded = ['node_modules', 'dist', '.types', 'test'].map((part) => join(source, part))
  cpSync(source, copy, { recursive: true, filter: (path) => !excluded.includes(path) })
  const tsup = join(repository, 'node_modules/.bin/tsup')
  await execute(tsup, ['--out-dir', join(copy, 'dist')], { cwd: source })
  const { stdout } = await execute('npm', ['pack', '--pack-destination', folder], { cwd: copy })
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '')
  mkdirSync(target, { recursive: true })
  await execute('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
}
