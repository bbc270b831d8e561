import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveProcess } from './serve-process.ts'
import type { SharedStore } from './shared-store.ts'

/** A store in a SQLite file. */
export interface FileStore extends SharedStore {
  readonly databaseFile: string
}

/** A new SQLite file. Its servers are processes of their own, started as users start them. */
export function createFileStore(): FileStore {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-conformance-'))
  const databaseFile = join(directory, 'doorkit.db')
  const openStore = async () => {
    const { sqliteStore } = await import('@doorkit/store-sqlite')
    return () => sqliteStore({ file: databaseFile })
  }
  return {
    databaseFile,
    serve: (flags) => serveProcess(`sqlite:${databaseFile}`, openStore, flags),
    discard: () => rmSync(directory, { recursive: true }),
  }
}
