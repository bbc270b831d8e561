import type { RetentionOptions } from '@doorkit/server'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { withProgress } from '../progress.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

const ageFlag = (what: string) =>
  ({
    type: 'string',
    description: `For how many days to keep ${what}.`,
    valueHint: '180d',
  }) as const

export const retentionCommand = command(
  {
    store: storeFlag,
    conversations: ageFlag('conversations after their last change'),
    meetings: ageFlag('meetings after they begin'),
    bookings: ageFlag('booking attempts, and bookings through personal links'),
    'dry-run': { type: 'boolean', description: 'Count what is due, and remove nothing.' },
    json: jsonFlag,
  },
  async ({ store, json, 'dry-run': dryRun = false, ...args }, terminal) => {
    const retention: RetentionOptions = {
      conversations: readAge('conversations', args.conversations),
      meetings: readAge('meetings', args.meetings),
      bookings: readAge('bookings', args.bookings),
    }
    if (Object.values(retention).every((days) => days === undefined)) {
      throw new CliError('invalid_flag', 'Give at least one age, such as --conversations 180d.')
    }
    const options = { missing: 'refuse', retention } as const
    await withDoorkit(terminal, store, options, async (doorkit) => {
      let counts = await doorkit.retention.preview()
      if (!dryRun) {
        for (const { kind, before, count } of counts) {
          terminal.stderr.write(`Removing ${kind} older than ${before}: ${count}.\n`)
        }
        counts = await withProgress(terminal, 'Removing', () => doorkit.retention.apply())
      }
      const rows = counts.map(({ kind, before, count }) => [kind, before, String(count)])
      const text = columns([['KIND', 'OLDER THAN', dryRun ? 'DUE' : 'REMOVED'], ...rows])
      print(terminal, json, { removed: !dryRun, kinds: counts }, text)
    })
  },
)

function readAge(name: string, value: string | undefined): `${number}d` | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,4}d$/.test(value)) return value as `${number}d`
  throw new CliError('invalid_flag', `--${name} must be a number of days, such as --${name} 180d.`)
}
