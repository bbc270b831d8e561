import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** A project of an application that has installed every library. */
export interface Project extends Disposable {
  readonly directory: string
}

/** Makes the project: with the client built and packed from its sources, the others as they are. */
export async function createProject(names: readonly string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-size-'))
  const directory = join(folder, 'project')
  for (const name of new Set(names)) {
    const place = join(directory, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    if (name === '@doorkit/client') await installClient(place, folder)
    else symlinkSync(installed(name), place)
  }
  return { directory, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Where the lock file of the benches or that of the root has brought a package. */
function installed(name: string): string {
  const places = ['packages/bench', ''].map((parent) =>
    join(repository, parent, 'node_modules', name),
  )
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error(`${name} is not installed: run npm run bench`)
  return found
}

async function installClient(place: string, folder: string): Promise<void> {
  const copy = join(folder, 'copy')
  const source = join(repository, 'packages/client')
  const left = ['node_modules', 'dist', '.types', 'test'].map((part) => join(source, part))
  cpSync(source, copy, { recursive: true, filter: (path) => !left.includes(path) })
  const tsup = join(repository, 'node_modules/.bin/tsup')
  // A bundle holds no declarations, which take most of the time.
  await execute(tsup, ['--no-dts', '--out-dir', join(copy, 'dist')], { cwd: source })
  const { stdout } = await execute('npm', ['pack', '--pack-destination', folder], { cwd: copy })
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '')
  mkdirSync(place, { recursive: true })
  await execute('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
}
