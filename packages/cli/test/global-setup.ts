import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import startPostgres from '@doorkit/tests/postgres/setup'
import type { TestProject } from 'vitest/node'
import bundle from './bundle-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test files of this run keep the demonstrations that they made. */
    readonly demonstrations: string
    /** Whether this is `npm run test:matrix`, which runs whole what `npm test` runs a part of. */
    readonly matrix: boolean
  }
}

/** A PostgreSQL, the command in one file, and a folder for what several test files read. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres(project)
  const removeBundle = await bundle()
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-demonstrations-'))
  project.provide('demonstrations', folder)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    removeBundle()
    await stopPostgres()
  }
}
