import type { Writable } from 'node:stream'
import type { Logger, LogMethod } from '@doorkit/server'
import { printable } from '../terminal.ts'

/** A logger that writes one line a record: the time, the level, the sentence, the facts. */
export function lineLogger(output: Writable, now: () => number = Date.now): Logger {
  const writer =
    (level: string): LogMethod =>
    (facts, message) => {
      const time = new Date(now()).toISOString()
      const details = printable(
        JSON.stringify(readableFacts(facts), (_key, value) => readable(value)),
      )
      output.write(`${time} ${level} ${message}${details === '{}' ? '' : ` ${details}`}\n`)
    }
  return { debug: () => {}, info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Facts name the same error twice, for other loggers. */
function readableFacts({ err, ...facts }: Parameters<LogMethod>[0]) {
  return err === undefined || err === facts.error ? facts : { err, ...facts }
}

/** Errors are empty objects to JSON. */
function readable(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { message, stack, cause } = value
  return { message, stack, ...(cause === undefined ? {} : { cause }) }
}
