import type { Logger } from './logger.ts'

/** Receives reports. */
export type Listener<Report> = (report: Report) => void

/**
 * Makes one listener of several. The first error of each is logged, and no error reaches the reporter.
 *
 * @param name - the name of the option, for the log.
 * @param listeners - undefined ones are left out.
 */
export function joinListeners<Report>(
  name: string,
  logger: Logger,
  listeners: readonly (Listener<Report> | undefined)[],
): Listener<Report> | undefined {
  const present = listeners.flatMap((listener) => (listener ? [guard(name, logger, listener)] : []))
  if (present.length === 0) return undefined
  return (report) => {
    for (const listener of present) listener(report)
  }
}

function guard<Report>(name: string, logger: Logger, listener: Listener<Report>): Listener<Report> {
  let hasFailed = false
  const call = async (report: Report) => listener(report)
  return (report) =>
    void call(report).catch((error) => {
      if (hasFailed) return
      hasFailed = true
      logger.error({ error }, `The callback ${name} failed. Its later errors are not logged.`)
    })
}
