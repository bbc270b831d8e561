import type { Logger, LogMethod } from './logger.ts'

type Facts = Parameters<LogMethod>[0]

/**
 * The logger of a host, with the error of a record as `err` beside `error`: under that name the
 * serializers of pino and Fastify print an error, and an error under another name as `{}`.
 */
export function namingErrors(logger: Logger): Logger {
  return changingFacts(logger, (facts) =>
    facts.error === undefined ? facts : { err: facts.error, ...facts },
  )
}

/** The logger of a request: each record carries its id. */
export function loggerOfRequest(logger: Logger, requestId: string): Logger {
  return changingFacts(logger, (facts) => ({ request_id: requestId, ...facts }))
}

function changingFacts(logger: Logger, change: (facts: Facts) => Facts): Logger {
  return {
    debug: (facts, message) => logger.debug(change(facts), message),
    info: (facts, message) => logger.info(change(facts), message),
    warn: (facts, message) => logger.warn(change(facts), message),
    error: (facts, message) => logger.error(change(facts), message),
  }
}
