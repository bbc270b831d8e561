import { type ArgsDef, defineCommand, type ParsedArgs, renderUsage, runCommand } from 'citty'
import { checkArguments } from './check-arguments.ts'
import type { Terminal } from './terminal.ts'

export interface Command {
  /** Renders the text of `--help`. */
  usage(name: string, summary: string): Promise<string>
  run(name: string, rawArgs: readonly string[], terminal: Terminal): Promise<void>
}

/** Defines a command by its arguments and the function that runs it. */
export function command<const Args extends ArgsDef & { readonly [name: `no-${string}`]: never }>(
  args: Args,
  run: (args: ParsedArgs<Args>, terminal: Terminal) => Promise<void>,
): Command {
  return {
    usage: (name, description) =>
      renderUsage(defineCommand({ meta: { name: `doorkit ${name}`, description }, args })),
    async run(name, rawArgs, terminal) {
      checkArguments(name, args, rawArgs)
      const definition = defineCommand({ args, run: (context) => run(context.args, terminal) })
      await runCommand(definition, { rawArgs: [...rawArgs] })
    },
  }
}
