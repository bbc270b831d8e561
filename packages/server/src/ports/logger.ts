/** Writes one record: structured facts, then a sentence. Fits pino and console alike. */
export type LogMethod = (facts: Readonly<Record<string, unknown>>, message: string) => void

/** Where the server kit reports what it does. Facts never hold secrets or personal data. */
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
