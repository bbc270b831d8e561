import { type Logger, loggerOf } from './logger.ts'

/** A logger whose records say which client they are of. */
export function namedLogger(logger: Logger, client: string): Logger {
  return loggerOf((level, record) => logger[level]({ ...record, client }))
}
