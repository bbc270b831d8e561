import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, storeFlag } from '../flags.ts'
import { openStore } from '../open-store.ts'
import { withProgress } from '../progress.ts'
import { print } from '../terminal.ts'

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
          'This command rewrites SQLite stores only: on PostgreSQL run VACUUM FULL.',
        )
      }
      await withProgress(terminal, 'Rewriting the database', () => scrub())
    } finally {
      await store.close()
    }
    print(terminal, json, { scrubbed: true }, 'No erased byte is left.')
  },
)
