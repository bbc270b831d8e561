import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { withProgress } from '../progress.ts'
import { print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

export const migrateCommand = command(
  {
    store: storeFlag,
    'dry-run': { type: 'boolean', description: 'Print the statements without running them.' },
    json: jsonFlag,
  },
  async ({ store, json, 'dry-run': dryRun = false }, terminal) => {
    const { statements } = await withDoorkit(
      terminal,
      store,
      { missing: dryRun ? 'pretend' : 'create' },
      (doorkit) =>
        withProgress(terminal, dryRun ? 'Reading the schema' : 'Updating the schema', () =>
          doorkit.migrate({ dryRun }),
        ),
    )
    print(terminal, json, { statements, applied: !dryRun }, describe(statements, dryRun))
  },
)

export const migrateStatusCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const { statements, underWayUntil } = await withDoorkit(
      terminal,
      store,
      { missing: 'refuse' },
      (doorkit) =>
        withProgress(terminal, 'Reading the schema', () => doorkit.migrate({ dryRun: true })),
    )
    const until = underWayUntil === undefined ? null : new Date(underWayUntil).toISOString()
    const status = {
      up_to_date: statements.length === 0,
      missing: statements,
      under_way_until: until,
    }
    print(terminal, json, status, describeStatus(statements.length, until))
  },
)

function describeStatus(missing: number, until: string | null): string {
  if (until !== null) {
    return `Another process is migrating the store, with ${statementsOf(missing)} left. If that process has died, run doorkit migrate after ${until}.`
  }
  return missing === 0
    ? 'The store is up to date.'
    : `The store needs ${statementsOf(missing)}: run doorkit migrate. To see them first, run doorkit migrate --dry-run.`
}

function describe(statements: readonly string[], dryRun: boolean): string {
  if (statements.length === 0) return 'The store is up to date.'
  if (dryRun) return statements.map((statement) => `${statement};`).join('\n')
  return `The store is up to date: ran ${statementsOf(statements.length)}.`
}

function statementsOf(count: number): string {
  return `${count} ${count === 1 ? 'statement' : 'statements'}`
}
