import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import startPostgres from '@doorkit/tests/postgres/setup'
import type { TestProject } from 'vitest/node'
import bundle from './bundle-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the test files of this run share their demos. */
    readonly demos: string
    /** Whether this is `npm run test:matrix`, which also runs the parts that `npm test` leaves out. */
    readonly matrix: boolean
  }
}

/** Starts PostgreSQL, bundles the command, and makes a folder that test files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres(project)
  const removeBundle = await bundle()
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-demos-'))
  project.provide('demos', folder)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    removeBundle()
    await stopPostgres()
  }
}
