import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { compat, repository } from './repository.ts'

const execute = promisify(execFile)

/** Creates a project with the programs of this package, which import the packages of the project. */
export function createProject(project: string): void {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  cpSync(join(compat, 'programs'), join(project, 'programs'), { recursive: true })
}

/** Installs a tarball into a project, without a registry. A missing dependency makes this fail. */
export async function install(project: string, tarball: string): Promise<void> {
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await execute('npm', ['install', ...options, tarball], { cwd: project })
}

/** Unpacks tarballs into a project, without their dependencies. */
export async function unpack(
  project: string,
  tarballs: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, tarball] of Object.entries(tarballs)) {
    const folder = join(project, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  }
}

/** Links packages into a project. This package or the repository must have them installed. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const target = join(project, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    const [found = ''] = [compat, repository]
      .map((folder) => join(folder, 'node_modules', name))
      .filter((folder) => existsSync(folder))
    symlinkSync(found, target)
  }
}
