import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from './repository.ts'

const execute = promisify(execFile)

/** What is built and packed. */
export interface PackOptions {
  /** The folder of the package below `packages`. */
  readonly name: string
  /** Whether its declarations are built too; they take most of the time. */
  readonly types: boolean
}

/**
 * Builds a package in a folder of its own, packs it there as `npm publish` would, and resolves to
 * the path of the tarball. Nothing in the repository is written.
 */
export async function pack({ name, types }: PackOptions, folder: string): Promise<string> {
  const source = join(repository, 'packages', name)
  const copy = join(folder, 'packages', name)
  const left = ['node_modules', 'dist', '.types', 'test'].map((part) => join(source, part))
  cpSync(source, copy, { recursive: true, filter: (path) => !left.includes(path) })
  const build = ['run', 'build', '--workspace', `packages/${name}`, '--', '--out-dir']
  await execute('npm', [...build, join(copy, 'dist'), ...(types ? [] : ['--no-dts'])], {
    cwd: repository,
  })
  const { stdout } = await execute('npm', ['pack', '--pack-destination', folder], { cwd: copy })
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}
