import { inspect } from 'node:util'

/** A logger that forwards every record as text. */
export function logInto(onLog: (text: string) => void) {
  const log = (...values: unknown[]) =>
    onLog(values.map((value) => inspect(value, { depth: 8 })).join(' '))
  return { debug: log, info: log, warn: log, error: log }
}
