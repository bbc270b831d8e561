import type { Writable } from 'node:stream'
import type { Logger, LogMethod } from '@doorkit/server'
import { printable } from '../terminal.ts'

/**
 * Creates a logger that writes a line per record, with time, level, message and facts. It drops debug
 * records.
 */
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

/** The kit logs an error as both `err` and `error`, for other loggers. One is enough here. */
function readableFacts({ err, ...facts }: Parameters<LogMethod>[0]) {
  return err === undefined || err === facts.error ? facts : { err, ...facts }
}

/** `JSON.stringify` writes an error as `{}`. */
function readable(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { message, stack, cause } = value
  return { message, stack, ...(cause === undefined ? {} : { cause }) }
}
