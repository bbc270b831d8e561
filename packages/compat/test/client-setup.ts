import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createProject, install } from './support/install.ts'
import { buildCopy, pack } from './support/pack.ts'

/** Packs and installs only the client, which is all that the browser test needs. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-smoke-'))
  const clientProject = join(folder, 'client')
  await buildCopy('client', folder, { declarations: false })
  const [tarball = ''] = await pack(['client'], folder)
  createProject(clientProject)
  await install(clientProject, tarball)
  provide('clientProject', clientProject)
  return () => rmSync(folder, { recursive: true })
}
