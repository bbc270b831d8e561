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

/** Creates a store in a SQLite file. The first server runs in this process, its twin in a child process. */
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

/** Creates a store in a SQLite file. All its servers run in child processes. */
export function createServedFile(): FileStore {
  const store = createFileStore()
  const open = () => sqliteStore({ file: store.databaseFile })
  return { ...store, serve: (flags) => serveProcess(`sqlite:${store.databaseFile}`, open, flags) }
}

/** Copies the SQLite file with the demo. Fills that file first if no other test has done so. */
async function copyDemonstration(databaseFile: string): Promise<void> {
  const original = inject('demonstration')
  if (!existsSync(original)) {
    const file = `${databaseFile}-demonstration`
    const { stop } = await serveHere(() => sqliteStore({ file }), ['--demo'])
    await stop()
    renameSync(file, original)
  }
  copyFileSync(original, databaseFile)
}
