import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>> | undefined
}

/** Adds up the files of an installed package and its dependencies. */
export function measureInstall(name: string, directory: string) {
  const packages = new Set<string>()
  const add = (wanted: string, from: string) => {
    const path = findPackage(wanted, from)
    if (packages.has(path)) return
    packages.add(path)
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, path)
  }
  add(name, directory)
  const sizes = [...packages].flatMap((path) => fileSizes(path))
  return {
    bytes: sizes.reduce((total, size) => total + size, 0),
    files: sizes.length,
    packages: packages.size,
  }
}

function findPackage(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return realpathSync(path)
  }
  throw new Error(`${name} is not installed: run npm ci in packages/bench`)
}

function fileSizes(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : fileSizes(path)
    return entry.isFile() ? [statSync(path).size] : []
  })
}
