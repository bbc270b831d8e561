import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the SQLite file with the demonstration of this run is, once a test file has made it. */
    readonly demonstration: string
  }
}

/** Makes a folder for what several test files read. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-demonstration-'))
  project.provide('demonstration', join(folder, 'demonstration.db'))
  return () => rmSync(folder, { recursive: true })
}
