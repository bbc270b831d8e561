import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the SQLite file with the demo. The first test that needs the file makes it. */
    readonly demonstration: string
  }
}

/** Makes a folder for the file with the demo. The test files share that file. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-demonstration-'))
  project.provide('demonstration', join(folder, 'demonstration.db'))
  return () => rmSync(folder, { recursive: true })
}
