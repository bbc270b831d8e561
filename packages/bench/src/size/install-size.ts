import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The size on the disk of an installed package, with the packages that it needs. */
export interface InstallSize {
  readonly bytes: number
  readonly files: number
  readonly packages: number
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>> | undefined
}

/** Adds up the files of an installed package and of its dependencies. */
export function measureInstall(name: string, directory: string): InstallSize {
  const packages = new Set<string>()
  const add = (wanted: string, from: string) => {
    const place = findPackage(wanted, from)
    if (packages.has(place)) return
    packages.add(place)
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, place)
  }
  add(name, directory)
  const sizes = [...packages].flatMap((place) => fileSizes(place))
  return {
    bytes: sizes.reduce((total, size) => total + size, 0),
    files: sizes.length,
    packages: packages.size,
  }
}

function findPackage(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpathSync(place)
  }
  throw new Error(`${name} is not installed: run npm ci`)
}

function fileSizes(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : fileSizes(path)
    return entry.isFile() ? [statSync(path).size] : []
  })
}
