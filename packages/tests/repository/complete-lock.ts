// npm leaves optional packages of other platforms out of a lock file when it could not look them up,
// and `npm ci` then refuses the lock file. Writes them into those of the folders that are named: run
// after every change of dependencies, with `npm run lock`.
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

/** The names that npm gives to platforms that some packages name in their own way. */
const npmNames: Readonly<Record<string, string>> = { windows: 'win32', '64': 'x64' }
const npmName = (name: string | undefined) => (name === undefined ? name : (npmNames[name] ?? name))

/** Whether a package is found from a place in the tree, as Node would find it. */
function isLocked(lock: Lock, from: string, name: string): boolean {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    if (lock.packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true
    if (!place.includes('/node_modules/')) break
  }
  return lock.packages[`node_modules/${name}`] !== undefined
}

function complete(file: string): void {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
  let added = 0
  for (const [place, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isLocked(lock, place, name)) continue
      const system = npmName(systems.exec(name)?.[1])
      const libc = system === 'linux' ? /\b(gnu|musl)/.exec(name)?.[1] : undefined
      const processor = npmName(processors.exec(name)?.[1])
      if (!system || !processor || !/^\d/.test(version)) {
        throw new Error(
          `${name}@${version} is missing from ${file}, and is not of another platform.`,
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
  console.log(`${added} optional packages of other platforms were added to ${file}.`)
}

for (const folder of process.argv.slice(2)) complete(join(folder, 'package-lock.json'))
