import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram, requirePrograms, systemPrograms } from '../system/programs.ts'
import { rootManifest } from './manifests.ts'
import { root } from './pages.ts'

const { chromium, pgbouncer } = systemPrograms

function createFolderWith(name: string, mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), mode)
  return folder
}

test('missing programs cause one error, which says how to install each of them', () => {
  expect(() => requirePrograms([chromium, pgbouncer], { PATH: '/nowhere' })).toThrow(
    /chromium: apt-get install chromium, or set CHROMIUM[\s\S]*pgbouncer: apt-get install pgbouncer/,
  )
})

test('a program is found on PATH if it can be executed', () => {
  const PATH = `/nowhere:${createFolderWith('pgbouncer', 0o755)}`
  expect(findProgram(pgbouncer, { PATH })).toBe(`${PATH.slice('/nowhere:'.length)}/pgbouncer`)
  expect(findProgram(pgbouncer, { PATH: createFolderWith('pgbouncer', 0o644) })).toBeUndefined()
})

test('a variable that names another program overrides PATH', () => {
  const PATH = createFolderWith('chromium', 0o755)
  const CHROMIUM = join(createFolderWith('brave', 0o755), 'brave')
  expect(findProgram(chromium, { PATH, CHROMIUM })).toBe(CHROMIUM)
  expect(findProgram(chromium, { PATH, CHROMIUM: '/nowhere/brave' })).toBeUndefined()
})

test('npm run test:system fails before its first test and names every missing program', () => {
  const [command = ''] = rootManifest.scripts?.['test:system']?.split(' && ') ?? []
  const { status, stderr } = spawnSync(process.execPath, command.split(' ').slice(1), {
    cwd: fileURLToPath(root),
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
  })
  for (const { name, remedy } of Object.values(systemPrograms)) {
    expect(stderr).toContain(`  ${name}: ${remedy}\n`)
  }
  expect(status).toBe(1)
})
