import type { Logger, LogMethod } from './logger.ts'

type Facts = Parameters<LogMethod>[0]

/**
 * Adds the `error` of each record as `err` too: pino and Fastify print an error under that name, and `{}`
 * for an error under any other name.
 */
export function withErr(logger: Logger): Logger {
  return mapFacts(logger, (facts) =>
    facts.error === undefined ? facts : { err: facts.error, ...facts },
  )
}

/** The logger of a request. It adds the request id to each record. */
export function loggerOfRequest(logger: Logger, requestId: string): Logger {
  return mapFacts(logger, (facts) => ({ request_id: requestId, ...facts }))
}

function mapFacts(logger: Logger, change: (facts: Facts) => Facts): Logger {
  return {
    debug: (facts, message) => logger.debug(change(facts), message),
    info: (facts, message) => logger.info(change(facts), message),
    warn: (facts, message) => logger.warn(change(facts), message),
    error: (facts, message) => logger.error(change(facts), message),
  }
}
