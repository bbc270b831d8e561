import { type CopyProgress, type CopyReport, copyStore } from '@doorkit/server/internal'
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
        'The source: sqlite:FILE, or postgres://… Nothing may write to it during the copy.',
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
    json: jsonFlag,
  },
  async ({ from: source, to: target, workspace, json }, terminal) => {
    const fromUrl = readStore('from', source)
    const toUrl = readStore('to', target)
    if (fromUrl === toUrl) throw new CliError('invalid_flag', '--from and --to are one store.')
    terminal.stderr.write('Stop every server and worker of the source until the copy has ended.\n')
    const from = await openStore(fromUrl, { missing: 'refuse' })
    const to = await openStore(toUrl, { missing: 'create' })
    try {
      const report = await withProgress(terminal, 'Copying', (say) =>
        copyStore({ from, to, workspace, onProgress: teller(terminal, say) }),
      )
      const { rows, resumed, masterKeys, collections } = report
      const result = { rows, resumed, master_keys: masterKeys, collections }
      print(terminal, json === true, result, describe(report))
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  },
)

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
