import { CliError } from './cli-error.ts'

/** The flag that every command has. */
export const jsonFlag = {
  type: 'boolean',
  description: 'Print the result as one line of JSON.',
} as const

/** The flag of every command that works on a store. */
export const storeFlag = {
  type: 'string',
  description: 'Where everything is kept: sqlite:FILE, postgres://…, or memory:',
  valueHint: 'URL',
} as const

/** The flag of every command that works on one workspace. */
export const workspaceFlag = {
  type: 'string',
  description: 'A workspace; may be left out when there is one live workspace.',
  valueHint: 'ID',
} as const

/** @throws CliError `invalid_flag` when the flag was left out. */
export function requireFlag(name: string, value: string | undefined, example: string): string {
  if (value !== undefined) return value
  throw new CliError('invalid_flag', `--${name} is missing: give it, as in --${name} ${example}`)
}

/** @throws CliError `invalid_flag` when the value is not a whole number from `min` to `max`. */
export function readInteger(name: string, value: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new CliError('invalid_flag', `--${name} is a whole number from ${min} to ${max}.`)
}

/** @throws CliError `invalid_flag` when the value is not one of the choices. */
export function readChoice<Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw new CliError('invalid_flag', `--${name} is one of ${choices.join(', ')}.`)
}
