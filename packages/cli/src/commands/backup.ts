import type { BackupProgress } from '@doorkit/server'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, storeFlag } from '../flags.ts'
import { openStore } from '../open-store.ts'
import { withProgress } from '../progress.ts'
import { abortOnSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'

export const backupCommand = command(
  {
    file: { type: 'positional', description: 'The file to write.', required: false },
    store: storeFlag,
    force: { type: 'boolean', description: 'Replace the file if it exists.' },
    json: jsonFlag,
  },
  async ({ file, store: url, force: overwrite, json = false }, terminal) => {
    if (file === undefined) {
      throw new CliError('invalid_flag', 'Name the file, as in doorkit backup doorkit-monday.db')
    }
    const store = await openStore(requireFlag('store', url, 'sqlite:doorkit.db'), {
      missing: 'refuse',
    })
    try {
      const { backup } = store
      if (!backup) {
        throw new CliError(
          'unusable_store',
          'This command backs up SQLite stores only: for PostgreSQL use pg_dump or the snapshots of your provider.',
        )
      }
      const signal = abortOnSignal(new CliError('interrupted', 'The backup was interrupted.'))
      const report = await withProgress(terminal, 'Writing the backup', (update) =>
        backup({ file, overwrite, signal, onProgress: (now) => update(describe(now)) }),
      )
      const { file: path, bytes, schemaVersion: schema_version } = report
      const text = `The backup is in ${path} (${bytes} bytes) and passed its check. To restore it, copy it and serve the copy: doorkit serve --store sqlite:COPY`
      print(terminal, json, { file: path, bytes, schema_version }, text)
    } finally {
      await store.close()
    }
  },
)

function describe({ phase, bytes, totalBytes }: BackupProgress): string {
  if (phase === 'checking') return 'Checking the backup'
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * bytes) / totalBytes)
  return `Writing the backup, ${percent}% of ${Math.ceil(totalBytes / 1e6)} MB`
}
