import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, storeFlag } from '../flags.ts'
import { openStore } from '../open-store.ts'
import { withProgress } from '../progress.ts'
import { print } from '../terminal.ts'

/** `doorkit scrub`: leaves no byte of what was erased in the files of a store. */
export const scrubCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store: url, json }, terminal) => {
    const store = await openStore(requireFlag('store', url, 'sqlite:doorkit.db'), {
      missing: 'refuse',
      vacuumMaxBytes: Number.POSITIVE_INFINITY,
    })
    try {
      const { scrub } = store
      if (!scrub) {
        throw new CliError(
          'unusable_store',
          'Only the file of a SQLite store is written anew here: PostgreSQL does so with VACUUM FULL.',
        )
      }
      await withProgress(terminal, 'Writing the database anew', () => scrub())
    } finally {
      await store.close()
    }
    print(terminal, json === true, { scrubbed: true }, 'No byte of what was erased is left.')
  },
)
