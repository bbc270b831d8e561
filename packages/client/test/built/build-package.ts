import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const directory = fileURLToPath(new URL('../..', import.meta.url))
const tsup = fileURLToPath(new URL('../../../../node_modules/.bin/tsup', import.meta.url))

/** The text files of the tarball. */
export const documents = [
  'LICENSE',
  'README.md',
  'THIRD-PARTY-LICENSES.md',
  'llms.txt',
  'skills/doorkit-client/SKILL.md',
]

/** The package as npm would publish it. */
export interface Tarball {
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** The package as users get it, installed in a project of its own. */
export interface BuiltPackage {
  /** A folder where `@doorkit/client` is installed, and nothing else. */
  readonly project: string
  /** The folder that it is installed in. */
  readonly folder: string
  /** The files of its tarball. */
  tarball(): Promise<Tarball>
  remove(): void
}

/** Builds the package with its declarations, in a folder of its own. */
export async function buildPackage(): Promise<BuiltPackage> {
  const project = mkdtempSync(join(tmpdir(), 'client-package-'))
  const folder = join(project, 'node_modules/@doorkit/client')
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', ...documents]) {
    cpSync(join(directory, file), join(folder, file))
  }
  await execute(tsup, ['--out-dir', join(folder, 'dist')], { cwd: directory })
  return {
    project,
    folder,
    async tarball() {
      const { stdout } = await execute('npm', ['pack', '--dry-run', '--json'], { cwd: folder })
      const packed = JSON.parse(stdout) as readonly Tarball[] | Readonly<Record<string, Tarball>>
      return Object.values(packed)[0] ?? { files: [] }
    },
    remove: () => rmSync(project, { recursive: true }),
  }
}
