import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary directory of a test. */
export interface Temporary {
  /** A path inside it. */
  path(name: string): string
  remove(): void
}

export function temporaryDirectory(): Temporary {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-sqlite-'))
  return {
    path: (name) => join(directory, name),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
