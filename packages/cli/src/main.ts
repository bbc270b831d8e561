import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { CliError } from './cli-error.ts'
import { type CommandName, loaders, summaries } from './commands.ts'
import { columns, onOneLine, type Terminal } from './terminal.ts'

/**
 * Runs one command and returns its exit code: 0, or 1 after a line on `stderr` that says why. `serve`
 * returns after the signal to stop.
 *
 * @param args - the words after `doorkit`.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const show = (text: string) =>
    terminal.stdout.write(`${terminal.stdout.isTTY ? text : stripVTControlCharacters(text)}\n`)
  try {
    if (args[0] === '--version') show(version())
    else if (isHelp(args[0])) show(overview())
    else {
      const { name, rest } = findCommand(args)
      const command = await loaders[name]()
      if (rest.some(isHelp)) show(await command.usage(name, summaries[name]))
      else await command.run(name, rest, terminal)
    }
    return 0
  } catch (error) {
    terminal.stderr.write(`${messageOf(error)}\n`)
    return 1
  }
}

const isHelp = (word: string | undefined) => word === '--help' || word === '-h'

const isCommand = (name: string): name is CommandName => Object.hasOwn(summaries, name)

/** A command is named by the first two arguments, or by the first one. */
function findCommand(args: readonly string[]) {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    if (isCommand(name)) return { name, rest: args.slice(words) }
  }
  const [first] = args
  const siblings = Object.keys(summaries).filter((name) => name.startsWith(`${first} `))
  const problem =
    first === undefined
      ? 'Name a command'
      : siblings.length > 0
        ? `Choose one of ${siblings.join(', ')}`
        : `There is no command ${first}`
  throw new CliError('unknown_command', `${problem}: see doorkit --help`)
}

function overview(): string {
  const rows = Object.entries(summaries).map(([name, summary]) => [`  ${name}`, summary])
  return `doorkit ${version()}: serve and manage the workspace API.\n
${columns(rows)}\n
DOORKIT_MASTER_KEYS contains the master keys that seal secrets in the store, such as 1:BASE64,2:BASE64
with 32 bytes each. Without this variable, the store uses a master key of its own: for development only.\n
Flags of a command: doorkit <command> --help`
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function messageOf(error: unknown): string {
  return onOneLine(error instanceof Error ? error.message : String(error))
}
