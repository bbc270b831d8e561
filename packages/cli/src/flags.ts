import { type EventType, isEventType } from '@doorkit/models'
import { CliError } from './cli-error.ts'

export const jsonFlag = {
  type: 'boolean',
  description: 'Print the result as one line of JSON.',
} as const

export const storeFlag = {
  type: 'string',
  description: 'The store: sqlite:FILE, postgres://…, or memory:',
  valueHint: 'URL',
} as const

export const workspaceFlag = {
  type: 'string',
  description: 'The workspace. Default: the only live one.',
  valueHint: 'ID',
} as const

export const secretFlag = {
  type: 'string',
  description: 'The signing secret. Default: DOORKIT_WEBHOOK_SECRET.',
  valueHint: 'whsec_…',
} as const

export const eventsFlag = {
  type: 'string',
  description: 'Event types, such as lead.captured,meeting.booked. Default: every type.',
  valueHint: 'TYPES',
} as const

/** Reads a list such as `a,b`. */
export function readNames(value: string): string[] {
  return value.split(',').map((name) => name.trim())
}

/** Reads the event types of a flag; undefined for every type, including types of later versions. */
export function readEventTypes(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || value === '*') return undefined
  return new Set(readNames(value).map(readEventType))
}

export function readEventType(name: string): EventType {
  if (isEventType(name)) return name
  throw new CliError('invalid_flag', `No event is named ${name}: see doorkit trigger --list`)
}

export function requireFlag(name: string, value: string | undefined, example: string): string {
  if (value !== undefined) return value
  throw new CliError('invalid_flag', `--${name} is missing: pass it, as in --${name} ${example}`)
}

export function readInteger(name: string, value: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new CliError('invalid_flag', `--${name} must be a whole number from ${min} to ${max}.`)
}

export function readChoice<Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw new CliError('invalid_flag', `--${name} must be one of ${choices.join(', ')}.`)
}
