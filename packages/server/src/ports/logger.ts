/** Writes one record: structured facts, then a sentence. Fits pino and console alike. */
export type LogMethod = (facts: Readonly<Record<string, unknown>>, message: string) => void

/**
 * Where the server kit reports what it does: pino, Fastify's `log`, `console`, or one of your own. The
 * facts name an error as `err`, the name that pino prints errors under, and as `error`; a record about
 * a request has its `request_id`. They never hold secrets or personal data, but for what an error of
 * the host's own parts says, such as the text of an agent's `error` chunk.
 */
export interface Logger {
  /** Details for the search for a fault. */
  readonly debug: LogMethod
  /** Normal events. */
  readonly info: LogMethod
  /** Faults that the kit gets over by itself. */
  readonly warn: LogMethod
  /** Faults that a person should look at. */
  readonly error: LogMethod
}

const nothing: LogMethod = () => {}

/** A logger that says nothing: the default. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }
