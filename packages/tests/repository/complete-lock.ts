// If npm cannot look up an optional package of another platform, it leaves the package out of the lock
// file, and `npm ci` then refuses the file. This script adds such packages to the lock files of the
// given folders. `npm run lock`, which follows every change of dependencies, runs it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, LockedPackage>
}

const systems =
  /\b(android|darwin|linux|win32|windows|freebsd|openbsd|netbsd|sunos|aix|openharmony|wasm32)\b/
const processors =
  /\b(arm64|x64|ia32|arm|ppc64|riscv64|s390x|loong64|mips64el|wasm32|universal|64)\b/

/** npm's names for platforms that some packages name differently. */
const npmNames: Readonly<Record<string, string>> = { windows: 'win32', '64': 'x64' }
const npmName = (name: string | undefined) => (name === undefined ? name : (npmNames[name] ?? name))

/** Whether Node would find a package from this folder of the tree. */
function isLocked(lock: Lock, from: string, name: string): boolean {
  for (let path = from; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
    if (!path.includes('/node_modules/')) break
  }
  return lock.packages[`node_modules/${name}`] !== undefined
}

function complete(file: string): void {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
  let added = 0
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isLocked(lock, path, name)) continue
      const system = npmName(systems.exec(name)?.[1])
      const libc = system === 'linux' ? /\b(gnu|musl)/.exec(name)?.[1] : undefined
      const processor = npmName(processors.exec(name)?.[1])
      if (!system || !processor || !/^\d/.test(version)) {
        throw new Error(
          `${name}@${version} is missing from ${file}, and its name and version do not say what to add. Run npm run lock again.`,
        )
      }
      lock.packages[`node_modules/${name}`] = {
        version,
        ...(processor === 'universal' ? {} : { cpu: [processor] }),
        ...(parent.dev ? { dev: true } : {}),
        ...(libc ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {}),
        optional: true,
        ...(system === 'wasm32' ? {} : { os: [system] }),
      }
      added += 1
    }
  }
  const [root = ['', {}], ...others] = Object.entries(lock.packages)
  others.sort(([left], [right]) => left.localeCompare(right, 'en'))
  lock.packages = Object.fromEntries([root, ...others])
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${added} optional packages of other platforms to ${file}.`)
}

for (const folder of process.argv.slice(2)) complete(join(folder, 'package-lock.json'))
