import { type CopyProgress, type CopyReport, copyStore } from '@doorkit/server/internal'
import { type Store, StoreError } from '@doorkit/server/store'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag } from '../flags.ts'
import { openStore } from '../open-store.ts'
import { withProgress } from '../progress.ts'
import { print, type Terminal } from '../terminal.ts'

/** `doorkit copy`: moves everything, or one workspace, from one store to another. */
export const copyCommand = command(
  {
    from: {
      type: 'string',
      description:
        'The source: sqlite:FILE, or postgres://… Nobody can write to it during the copy.',
      valueHint: 'URL',
    },
    to: {
      type: 'string',
      description: 'The target: sqlite:FILE, or postgres://…, empty of what is copied.',
      valueHint: 'URL',
    },
    workspace: {
      type: 'string',
      description: 'Copy this workspace alone. Default: everything.',
      valueHint: 'ID',
    },
    stopped: {
      type: 'boolean',
      description:
        'Every server and worker of the source is stopped: for a database that cannot keep them out.',
    },
    json: jsonFlag,
  },
  async ({ from: source, to: target, workspace, stopped, json }, terminal) => {
    const fromUrl = readStore('from', source)
    const toUrl = readStore('to', target)
    if (fromUrl === toUrl) throw new CliError('invalid_flag', '--from and --to are one store.')
    terminal.stderr.write('Stop every server and worker of the source until the copy has ended.\n')
    // What is written to the source must not be missing in the target: so nobody writes to it.
    const from = await openStore(fromUrl, { missing: 'refuse', exclusive: !stopped })
    const to = await openStore(toUrl, { missing: 'create' })
    const report = await withProgress(terminal, 'Copying', (say) =>
      copyStore({ from, to, workspace, onProgress: teller(terminal, say) }),
    ).catch(async (error) => {
      await Promise.allSettled([from.close(), to.close()])
      throw error
    })
    await to.close()
    await closeSource(from)
    const { rows, resumed, masterKeys, collections } = report
    const result = { rows, resumed, master_keys: masterKeys, collections }
    print(terminal, json === true, result, describe(report))
  },
)

/** @throws CliError `unusable_store` where servers tried to write to the source during the copy. */
async function closeSource(from: Store): Promise<void> {
  await from.close().catch((cause) => {
    if (!(cause instanceof StoreError && cause.code === 'busy')) throw cause
    throw new CliError(
      'unusable_store',
      'Servers or workers still write to the source, and what they write from now on is missing in the target. Stop them, empty the target and copy again.',
      { cause },
    )
  })
}

function readStore(flag: string, url: string | undefined): string {
  const given = requireFlag(flag, url, 'sqlite:doorkit.db')
  if (given !== 'memory:') return given
  throw new CliError('invalid_flag', `--${flag} is a store that others can open, not memory:`)
}

/** Shows each page to a person, and a line for each collection to a log. */
function teller({ stderr }: Terminal, say: (message: string) => void) {
  let last = ''
  return ({ phase, collection, rows }: CopyProgress) => {
    const doing = `${phase === 'copying' ? 'Copying' : 'Comparing'} ${collection}`
    say(`${doing}, ${rows} rows so far`)
    if (!stderr.isTTY && doing !== last) stderr.write(`${doing}.\n`)
    last = doing
  }
}

function describe({ rows, resumed, masterKeys, collections }: CopyReport): string {
  const filled = collections.filter((collection) => collection.rows > 0).length
  const versions = masterKeys.filter((version) => version > 0)
  const keys = [
    ...(versions.length > 0 ? [`version ${versions.join(', ')} in DOORKIT_MASTER_KEYS`] : []),
    ...(masterKeys.includes(0) ? ['the key that was copied with the store'] : []),
  ]
  return [
    `${resumed ? 'The copy went on where it was interrupted. ' : ''}${rows} rows of ${filled} collections are in the target, and the same as in the source.`,
    keys.length === 0
      ? 'Nothing is sealed.'
      : `What is sealed is opened by ${keys.join(', and by ')}.`,
  ].join('\n')
}
