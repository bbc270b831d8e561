import { type EventType, isEventType } from '@doorkit/models'
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

/** The secret of a receiver, of every command that signs or verifies. */
export const secretFlag = {
  type: 'string',
  description: 'Default: DOORKIT_WEBHOOK_SECRET.',
  valueHint: 'whsec_…',
} as const

/** Which types of events, of every command that reads or subscribes to some. */
export const eventsFlag = {
  type: 'string',
  description: 'Types of events, such as lead.captured,meeting.booked. Default: every type.',
  valueHint: 'TYPES',
} as const

/** The names in a list such as `a,b`. */
export function readNames(value: string): string[] {
  return value.split(',').map((name) => name.trim())
}

/**
 * The types of events that a flag names; undefined for every type, those of later versions included.
 *
 * @throws CliError `invalid_flag` for a type that this version does not know.
 */
export function readEventTypes(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || value === '*') return undefined
  return new Set(readNames(value).map(readEventType))
}

/** @throws CliError `invalid_flag` for a type that this version does not know. */
export function readEventType(name: string): EventType {
  if (isEventType(name)) return name
  throw new CliError('invalid_flag', `There is no event ${name}: see doorkit trigger --list`)
}

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
