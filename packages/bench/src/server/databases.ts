import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSchema, startPostgresProcess } from '@doorkit/test-postgres'
import type { StoreKind } from './contender.ts'

/** Places for the data of contenders, each with one of its own. */
export interface Databases extends AsyncDisposable {
  placeFor(name: string): Promise<string>
}

/** Makes a folder for files, or starts a PostgreSQL; both are gone afterwards. */
export async function openDatabases(store: StoreKind): Promise<Databases> {
  if (store === 'postgres') {
    const postgres = await startPostgresProcess()
    return {
      placeFor: async () => (await createSchema(postgres.url)).url,
      [Symbol.asyncDispose]: () => postgres.stop(),
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-bench-'))
  return {
    placeFor: async (name) => join(folder, `${name}.db`),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
