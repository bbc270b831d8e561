import { parseArgs } from 'node:util'
import type { ArgsDef } from 'citty'
import { CliError } from './cli-error.ts'

/**
 * Refuses arguments that citty ignores: unknown and repeated flags, missing values, values of flags that
 * take none, and extra words.
 */
export function checkArguments(command: string, args: ArgsDef, rawArgs: readonly string[]): void {
  const flags = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const options = Object.fromEntries(
    flags.flatMap(([name, { type, default: preset }]) => {
      const option = { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) }
      // citty reads `--no-NAME` as the opposite of `--NAME`, never as a separate flag.
      const names = type === 'boolean' && preset === true ? [name, `no-${name}`] : [name]
      return names.map((each) => [each, option])
    }),
  )
  const { tokens, positionals } = parseArgs({
    args: [...rawArgs],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : null
    if (!option) throw refusal(`${command} has no flag ${rawName}`, command)
    if (seen.has(name)) throw refusal(`${rawName} is given twice`, command)
    seen.add(name)
    const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-'))
    if (option.type === 'string' && isMissing) throw refusal(`${rawName} needs a value`, command)
    if (option.type === 'boolean' && value !== undefined) {
      throw refusal(`${rawName} takes no value`, command)
    }
  }
  const extra = positionals[Object.keys(args).length - flags.length]
  if (extra !== undefined) throw refusal(`${command} takes no argument "${extra}"`, command)
}

function refusal(problem: string, command: string): CliError {
  return new CliError('invalid_flag', `${problem}: see doorkit ${command} --help`)
}
