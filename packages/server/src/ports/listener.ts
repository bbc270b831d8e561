import type { Logger } from './logger.ts'

export type Listener<Report> = (report: Report) => void

/**
 * Makes a listener that counts each report, and passes it to the host's callback. Only the first error
 * of the callback is logged, with the callback's name. No error reaches the code that reports.
 */
export function countingListener<Report>(
  count: Listener<Report>,
  name: string,
  callback: Listener<Report> | undefined,
  logger: Logger,
): Listener<Report> {
  if (!callback) return count
  let hasFailed = false
  const call = async (report: Report) => callback(report)
  return (report) => {
    count(report)
    call(report).catch((error) => {
      if (hasFailed) return
      hasFailed = true
      logger.error({ error }, `The callback ${name} failed. Its later errors are not logged.`)
    })
  }
}
