import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from './repository.ts'

const execute = promisify(execFile)

/**
 * Builds a copy of a package in another folder, so that the repository is not changed. The copy has no
 * declarations by default, because no runtime reads them and their build takes most of the time.
 */
export async function buildCopy(
  name: string,
  folder: string,
  { declarations = false } = {},
): Promise<void> {
  const source = join(repository, 'packages', name)
  const copy = join(folder, 'packages', name)
  const leftOut = ['node_modules', 'dist', '.types', 'test'].map((part) => join(source, part))
  cpSync(source, copy, { recursive: true, filter: (path) => !leftOut.includes(path) })
  const { scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const [program, ...settings] = String(scripts.build).split(' ')
  const flags = [...(declarations ? [] : ['--no-dts']), '--out-dir', join(copy, 'dist')]
  const bin = join(repository, 'node_modules/.bin', program ?? '')
  await execute(bin, [...settings, ...flags], { cwd: source })
}

/** Packs built copies like `npm publish`, and returns the paths of the tarballs. */
export async function pack(names: readonly string[], folder: string): Promise<readonly string[]> {
  const copies = names.map((name) => `./packages/${name}`)
  const { stdout } = await execute('npm', ['pack', '--silent', ...copies], { cwd: folder })
  return stdout
    .trim()
    .split('\n')
    .map((tarball) => join(folder, tarball))
}
