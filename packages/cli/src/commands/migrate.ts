import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { withProgress } from '../progress.ts'
import { print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

/** `doorkit migrate`: brings a store to this version. */
export const migrateCommand = command(
  {
    store: storeFlag,
    'dry-run': { type: 'boolean', description: 'Print the statements and change nothing.' },
    json: jsonFlag,
  },
  async ({ store, json, 'dry-run': dryRun = false }, terminal) => {
    const { statements } = await withDoorkit(
      terminal,
      store,
      { missing: dryRun ? 'pretend' : 'create' },
      (doorkit) =>
        withProgress(terminal, 'Looking at the schema', () => doorkit.migrate({ dryRun })),
    )
    print(terminal, json === true, { statements, applied: !dryRun }, describe(statements, dryRun))
  },
)

function describe(statements: readonly string[], dryRun: boolean): string {
  if (statements.length === 0) return 'The store is up to date.'
  if (dryRun) return statements.map((statement) => `${statement};`).join('\n')
  return `The store is up to date: ${statements.length} statements were run.`
}
