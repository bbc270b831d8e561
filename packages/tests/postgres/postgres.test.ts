import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyForAll } from './copy-for-all.ts'
import { freePort } from './free-port.ts'
import { startPostgresProcess } from './postgres-process.ts'
import { locate, postgresPrograms } from './programs.ts'
import { makeData, makeFolder, runPostgres } from './run-postgres.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder('test')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a PostgreSQL that cannot start', () => {
  test('reports the reason', async () => {
    const data = join(folder, 'data')
    await makeData(data)
    await expect(runPostgres(data, await freePort(), ['no_such_setting=1'])).rejects.toThrow(
      'unrecognized configuration parameter "no_such_setting"',
    )
  })

  test('reports why it cannot create its data', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await expect(makeData(data)).rejects.toThrow('EEXIST')
  })

  test('reports the reason from its child process', async () => {
    vi.stubEnv('DOORKIT_TEST_POSTGRES_URL', undefined)
    vi.stubEnv('TMPDIR', join(folder, 'missing'))
    try {
      await expect(startPostgresProcess()).rejects.toThrow(/no such file or directory.*missing/)
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('the programs of PostgreSQL', () => {
  test('can be run by the user of PostgreSQL, even if only the tester can read the checkout', async () => {
    const own = mkdtempSync(join(tmpdir(), 'doorkit-own-'))
    try {
      cpSync(locate().folder, join(own, 'native'), { recursive: true, verbatimSymlinks: true })
      const installed = { folder: join(own, 'native'), version: '18' }
      const { initdb, user } = await postgresPrograms(installed, folder)
      const answer = execFileSync(initdb, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
      expect(answer).toContain('PostgreSQL')
    } finally {
      rmSync(own, { recursive: true })
    }
  })

  test('are not copied if the user of PostgreSQL can run them', async () => {
    const native = join(folder, 'native')
    cpSync(locate().folder, native, { recursive: true, verbatimSymlinks: true })
    const { initdb } = await postgresPrograms({ folder: native, version: '18' }, folder)
    expect(initdb).toBe(join(native, 'bin/initdb'))
  })
})

describe('a copy for every user', () => {
  let from: string
  let target: string
  beforeEach(() => {
    from = join(folder, 'from')
    target = join(folder, 'target')
    mkdirSync(join(from, 'bin'), { recursive: true, mode: 0o700 })
    writeFileSync(join(from, 'bin/program'), '', { mode: 0o700 })
    writeFileSync(join(from, 'text'), '', { mode: 0o600 })
    symlinkSync('bin/program', join(from, 'link'))
  })
  const modeOf = (path: string) => statSync(join(target, path)).mode & 0o777

  test('can be read by everybody and changed only by its owner', () => {
    copyForAll(from, target)
    expect(['', 'bin', 'bin/program', 'link', 'text'].map(modeOf)).toEqual([
      0o755, 0o755, 0o755, 0o755, 0o644,
    ])
  })

  test('is made once', () => {
    copyForAll(from, target)
    // A second copy would be made next to the target first, which changes the time of the folder.
    utimesSync(folder, 0, 0)
    copyForAll(from, target)
    expect(statSync(folder).mtimeMs).toBe(0)
  })

  test('leaves no other files', () => {
    copyForAll(from, target)
    expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('from\ntarget\n')
  })

  test('is never a link, or a folder that others can change', () => {
    symlinkSync(from, target)
    expect(() => copyForAll(from, target)).toThrow('is not a folder that only this user can change')
    rmSync(target)
    mkdirSync(target)
    execFileSync('chmod', ['777', target])
    expect(() => copyForAll(from, target)).toThrow('is not a folder that only this user can change')
  })
})
