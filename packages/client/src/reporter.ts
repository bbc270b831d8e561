import type { DoorkitError } from './errors/doorkit-error.ts'
import type { Logger, LogRecord } from './logger.ts'
import type { AttemptRecord } from './operation-info.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Progress } from './progress.ts'

/** Tells a logger what happens to calls. */
export interface Reporter {
  /** The last attempt of a call ended. */
  attempt(call: OutgoingCall<unknown>, progress: Progress, record: AttemptRecord): void
  /** The call ended without a result. */
  failure(call: OutgoingCall<unknown>, error: DoorkitError): void
}

/** Characters of a server's header that a record repeats. */
const keptCharacters = 100

/** Writes the records of a client's calls. A logger that throws changes no call. */
export function createReporter(logger: Logger): Reporter {
  const warned = new Set<string>()

  function write(
    level: keyof Logger,
    event: LogRecord['event'],
    { operation: { id, method, path } }: OutgoingCall<unknown>,
    history: readonly AttemptRecord[] = [],
    what: string,
    facts: Partial<LogRecord>,
  ) {
    try {
      logger[level]({
        event,
        message: `${id}: ${what}`,
        operation: id,
        method,
        path,
        attempt: history.length,
        ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)),
      })
    } catch {}
  }

  /** True the first time only. */
  function isNews(text: string): boolean {
    const known = warned.has(text)
    warned.add(text)
    return !known
  }

  function warnOfVersion(call: OutgoingCall<unknown>, progress: Progress) {
    const asked = progress.headers['service-version']
    const version = progress.meta?.version
    if (version === undefined || version === asked || !isNews(`version ${version}`)) return
    const what = `asked for version ${asked}, ${version} answered: fields may differ`
    write('warn', 'version', call, progress.history, what, { version })
  }

  function warnOfDeprecation(call: OutgoingCall<unknown>, progress: Progress) {
    const read = (name: string) => progress.meta?.headers.get(name)?.slice(0, keptCharacters)
    const deprecation = read('deprecation')
    const sunset = read('sunset')
    if (!(deprecation || sunset) || !isNews(`deprecation ${call.operation.id}`)) return
    const what = sunset ? `will be gone at ${sunset}` : 'is deprecated'
    write('warn', 'deprecation', call, progress.history, what, { deprecation, sunset })
  }

  return {
    attempt(call, progress, { durationMs, delayMs, code }) {
      const { meta, history } = progress
      write('debug', 'attempt', call, history, meta ? `answered ${meta.status}` : 'had no answer', {
        durationMs,
        status: meta?.status,
        requestId: meta?.requestId,
        code,
      })
      if (delayMs !== undefined) {
        const what = `${code}, again in ${Math.ceil(delayMs)} ms`
        write('info', 'retry', call, history, what, { code, delayMs })
      }
      warnOfVersion(call, progress)
      warnOfDeprecation(call, progress)
    },
    failure(call, error) {
      // An abort, and a refusal that the caller is to handle, are no news to an operator.
      const { name, code, retryable, history } = error
      if (code === 'aborted' || (name === 'ApiError' && !retryable)) return
      write('error', 'failure', call, history, `failed with ${code}`, { code })
    },
  }
}
