import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@doorkit/store-sqlite'
import { inject } from 'vitest'
import { serveHere } from './serve-here.ts'
import { serveProcess } from './serve-process.ts'
import type { SharedStore } from './shared-store.ts'

/** A store in a SQLite file. */
export interface FileStore extends SharedStore {
  readonly databaseFile: string
}

/** A new SQLite file. One server of a test listens in this process, its twin in one of its own. */
export function createFileStore(): FileStore {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-conformance-'))
  const databaseFile = join(directory, 'doorkit.db')
  const open = () => sqliteStore({ file: databaseFile })
  return {
    databaseFile,
    async serve(flags) {
      if (flags.includes('--demo')) await copyDemonstration(databaseFile)
      return serveHere(open, flags)
    },
    serveTwin: () => serveProcess(`sqlite:${databaseFile}`, open, []),
    discard: () => rmSync(directory, { recursive: true }),
  }
}

/** A new SQLite file whose servers all are processes of their own. */
export function createServedFile(): FileStore {
  const store = createFileStore()
  const open = () => sqliteStore({ file: store.databaseFile })
  return { ...store, serve: (flags) => serveProcess(`sqlite:${store.databaseFile}`, open, flags) }
}

/** Begins a file with the demonstration, which the first that needs it makes for the whole run. */
async function copyDemonstration(databaseFile: string): Promise<void> {
  const made = inject('demonstration')
  if (!existsSync(made)) {
    const file = `${databaseFile}-demonstration`
    const { stop } = await serveHere(() => sqliteStore({ file }), ['--demo'])
    await stop()
    renameSync(file, made)
  }
  copyFileSync(made, databaseFile)
}
