import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary directory of a test. */
export interface Temporary {
  /** Returns the path of a file in the directory. */
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
