/** Writes one record: structured facts, then a sentence. The methods of pino and `console` fit. */
export type LogMethod = (facts: Readonly<Record<string, unknown>>, message: string) => void

/**
 * Receives the server kit's log records: pino, Fastify's `log`, `console`, or your own. An error is in
 * the facts as `error`, and as `err` for pino. A record about a request has its `request_id`. Records
 * contain no secrets and no personal data, except in error texts from the host's own parts, such as the
 * text of an agent's `error` chunk.
 */
export interface Logger {
  /** Details for debugging. */
  readonly debug: LogMethod
  /** Normal events. */
  readonly info: LogMethod
  /** Problems that the kit recovers from by itself. */
  readonly warn: LogMethod
  /** Problems that a person should look at. */
  readonly error: LogMethod
}

const nothing: LogMethod = () => {}

/** A logger that drops all records: the default. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

type Facts = Parameters<LogMethod>[0]

/**
 * Adds the `error` of each record as `err` too: pino and Fastify print an error under that name, and
 * `{}` for an error under any other name.
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
