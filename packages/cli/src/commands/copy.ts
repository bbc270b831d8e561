import { type CopyProgress, type CopyReport, copyStore } from '@doorkit/server/internal'
import { type Store, StoreError } from '@doorkit/store'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag } from '../flags.ts'
import { openStore } from '../open-store.ts'
import { withProgress } from '../progress.ts'
import { print, type Terminal } from '../terminal.ts'

export const copyCommand = command(
  {
    from: {
      type: 'string',
      description:
        'The source: sqlite:FILE, or postgres://… It accepts no writes during the copy, unless --stopped is given.',
      valueHint: 'URL',
    },
    to: {
      type: 'string',
      description:
        'An empty store or, with --workspace, a store without that workspace: sqlite:FILE, or postgres://…',
      valueHint: 'URL',
    },
    workspace: {
      type: 'string',
      description: 'Copy only this workspace. Default: everything.',
      valueHint: 'ID',
    },
    stopped: {
      type: 'boolean',
      description:
        'Confirms that you have stopped every server and worker of the source. Needed only for databases that cannot lock out writers.',
    },
    json: jsonFlag,
  },
  async ({ from: source, to: target, workspace, stopped, json }, terminal) => {
    const fromUrl = readStore('from', source)
    const toUrl = readStore('to', target)
    if (fromUrl === toUrl) {
      throw new CliError(
        'invalid_flag',
        '--from and --to are the same store: name two different stores.',
      )
    }
    terminal.stderr.write(`${adviceAbout(fromUrl)}\n`)
    // A write during the copy could be missing in the target, so the copy locks writers out of the
    // source. With --stopped it does not, because no server runs.
    const from = await openStore(fromUrl, { missing: 'refuse', exclusive: !stopped })
    const to = await openStore(toUrl, { missing: 'create' })
    const report = await withProgress(terminal, 'Copying', (update) =>
      copyStore({ from, to, workspace, onProgress: progressPrinter(terminal, update) }),
    ).catch(async (error) => {
      await Promise.allSettled([from.close(), to.close()])
      throw error
    })
    await to.close()
    await closeSource(from)
    const { rows, resumed, masterKeys, collections } = report
    const result = { rows, resumed, master_keys: masterKeys, collections }
    print(terminal, json, result, describe(report))
  },
)

/** The advice before a copy. It names the servers that the copy cannot notice. */
function adviceAbout(source: string): string {
  const advice = 'Keep every server and worker of the source stopped during the copy.'
  // SQLite knows which processes have a file open. PostgreSQL shows only which processes listen, write
  // or wait to write.
  if (source.startsWith('sqlite:')) return advice
  return `${advice} The copy does not notice an idle server with --no-worker or notify=false, and lacks what that server writes afterwards.`
}

async function closeSource(from: Store): Promise<void> {
  await from.close().catch((cause) => {
    if (!(cause instanceof StoreError && cause.code === 'busy')) throw cause
    throw new CliError(
      'unusable_store',
      'A server or worker still writes to the source, and the target lacks these writes. Stop it, empty the target and copy again.',
      { cause },
    )
  })
}

function readStore(flag: string, url: string | undefined): string {
  const storeUrl = requireFlag(flag, url, 'sqlite:doorkit.db')
  if (storeUrl !== 'memory:') return storeUrl
  throw new CliError('invalid_flag', `--${flag} cannot be memory: use a file or PostgreSQL.`)
}

/**
 * On a terminal, shows the number of rows so far. Elsewhere, prints a line after the first page of a
 * collection, and when its comparison begins.
 */
function progressPrinter({ stderr }: Terminal, update: (message: string) => void) {
  let last = ''
  return ({ phase, collection, rows }: CopyProgress) => {
    const now = `${phase === 'copying' ? 'Copying' : 'Comparing'} ${collection}`
    update(`${now}, ${rows} rows so far`)
    if (!stderr.isTTY && now !== last) stderr.write(`${now}.\n`)
    last = now
  }
}

function describe({ rows, resumed, masterKeys, collections }: CopyReport): string {
  const filled = collections.filter((collection) => collection.rows > 0).length
  const versions = masterKeys.filter((version) => version > 0)
  const noun = versions.length === 1 ? 'version' : 'versions'
  const keys = [
    ...(versions.length > 0 ? [`${noun} ${versions.join(', ')} in DOORKIT_MASTER_KEYS`] : []),
    ...(masterKeys.includes(0) ? ['the master key that was copied with the store'] : []),
  ]
  return [
    `${resumed ? 'The copy continued where it was interrupted. ' : ''}The copy has ${rows} rows in ${filled} collections, equal to the source.`,
    keys.length === 0 ? 'No value is sealed.' : `Sealed values need ${keys.join(', and ')}.`,
  ].join('\n')
}
