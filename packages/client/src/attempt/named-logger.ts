import type { Logger, LogRecord } from './logger.ts'

/** A logger whose records say which client they are of. */
export function namedLogger(logger: Logger, client: string): Logger {
  const write = (level: keyof Logger) => (record: LogRecord) => logger[level]({ ...record, client })
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
