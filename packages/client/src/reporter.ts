import { ApiError } from './errors/api-error.ts'
import type { DoorkitError } from './errors/doorkit-error.ts'
import type { Logger, LogRecord } from './logger.ts'
import type { CallMeta } from './meta.ts'
import type { OperationInfo } from './operation-info.ts'

/** Where in a call something happened. */
interface Moment {
  readonly operation: OperationInfo
  readonly attempt: number
}

/** How an attempt ended: with an answer, an error, or both. */
interface AttemptEnd {
  readonly durationMs: number
  readonly meta: CallMeta | undefined
  readonly error: DoorkitError | undefined
}

/** Tells a logger what happens to calls. */
export interface Reporter {
  attempt(moment: Moment, end: AttemptEnd): void
  retry(moment: Moment, error: DoorkitError, delayMs: number): void
  failure(moment: Moment, error: DoorkitError): void
  version(moment: Moment, asked: string | undefined, answered: string | undefined): void
}

const silentReporter: Reporter = {
  attempt() {},
  retry() {},
  failure() {},
  version() {},
}

/** Writes the records of a client's calls. A logger that throws changes no call. */
export function createReporter(logger: Logger | undefined): Reporter {
  return logger ? tellingReporter(logger) : silentReporter
}

function tellingReporter(logger: Logger): Reporter {
  const warnedVersions = new Set<string>()

  function write(
    level: keyof Logger,
    event: LogRecord['event'],
    { operation, attempt }: Moment,
    what: string,
    facts: Partial<LogRecord>,
  ) {
    const { id, method, path } = operation
    const message = `${id}: ${what}`
    try {
      logger[level]({ event, message, operation: id, method, path, attempt, ...facts })
    } catch {}
  }

  return {
    attempt(moment, { durationMs, meta, error }) {
      const what = meta ? `answered ${meta.status}` : 'had no answer'
      write('debug', 'attempt', moment, what, {
        durationMs,
        status: meta?.status,
        requestId: meta?.requestId,
        code: error?.code,
      })
    },
    retry(moment, { code }, delayMs) {
      write('info', 'retry', moment, `${code}, again in ${Math.ceil(delayMs)} ms`, {
        code,
        delayMs,
      })
    },
    failure(moment, error) {
      // An abort, and a refusal that the caller is to handle, are no news to an operator.
      const { code, retryable } = error
      if (code === 'aborted' || (error instanceof ApiError && !retryable)) return
      write('error', 'failure', moment, `failed with ${code}`, { code })
    },
    version(moment, asked, version) {
      if (version === undefined || version === asked || warnedVersions.has(version)) return
      warnedVersions.add(version)
      const what = `asked for version ${asked}, ${version} answered: fields may differ`
      write('warn', 'version', moment, what, { version })
    },
  }
}
