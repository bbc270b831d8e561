/** Writes one record: structured facts, then a sentence. The methods of pino and `console` fit. */
export type LogMethod = (facts: Readonly<Record<string, unknown>>, message: string) => void

/**
 * Receives the server kit's log records: pino, Fastify's `log`, `console`, or your own. An error is in the
 * facts as `error`, and as `err` for pino. A record about a request has its `request_id`. Records contain no
 * secrets and no personal data, except in error texts from the host's own parts, such as the text of an
 * agent's `error` chunk.
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
