import type { CallMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { Clock } from '../attempt/clock.ts'
import type { Logger, LogRecord } from '../attempt/logger.ts'
import type { DoorkitError } from '../errors/doorkit-error.ts'
import { withoutNulls } from '../errors/without-nulls.ts'
import type { ApiKeyState } from './api-key-state.ts'
import { createBudgetWaitReporter } from './budget-wait-reporter.ts'
import type { OutgoingCall } from './outgoing-call.ts'

/** A call and its attempts so far. */
interface CallProgress {
  readonly call: OutgoingCall<unknown>
  readonly history: readonly AttemptRecord[]
  /** The meta of the answer to the last attempt; undefined if there was none. */
  readonly meta?: CallMeta | undefined
  /** The version of the API that the call asks for. */
  readonly version: string | undefined
  /** The result of the call; undefined when the attempt failed. */
  readonly data: unknown
}

/** The call that a log record is about, and its attempts so far. */
interface ReportedCall extends Pick<CallProgress, 'history'> {
  readonly operation: OperationInfo
  /** The ids that the message shows after the operation, each with a space before it. */
  readonly ids?: string
}

/** How many characters of a header a log record repeats. */
const keptCharacters = 100

/**
 * Creates the reporter of a client's calls. A logger that throws does not affect the call. With
 * `logsShapes`, records of attempts include ids, the idempotency key, and shapes of query and bodies.
 */
export function createReporter(
  logger: Logger,
  logsShapes: boolean,
  noteWarning: ApiKeyState['noteWarning'],
) {
  /** Writes a log record. Its message begins with the operation and the ids. */
  function write(
    level: keyof Logger,
    { operation, history, ids = '' }: ReportedCall,
    record: Omit<LogRecord, 'operation' | 'method' | 'path' | 'attempt'>,
  ) {
    const { id, method, path } = operation
    const base = { operation: id, method, path, attempt: history.length }
    const message = `${id}${ids}: ${record.message}`
    try {
      logger[level]({ ...withoutNulls(record), ...base, message } as LogRecord)
    } catch {}
  }

  return {
    /** Reports the attempt that ended last. */
    attempt(
      { call, history, meta, version: asked, data }: CallProgress,
      { durationMs, delayMs, code }: AttemptRecord,
    ) {
      const { operation, target, body, idempotencyKey, stream } = call
      const reported = { operation, history }
      const shapes = logsShapes && {
        query: target.includes('?') ? shapeOf(call.query) : undefined,
        request: body && shapeOf(JSON.parse(body)),
        response: stream ? undefined : shapeOf(data),
        idempotencyKey,
      }
      const { status, requestId, version, headers } = meta ?? {}
      const message = meta ? `answered ${status}` : 'had no answer'
      const attempt = { message, durationMs, status, requestId, code, ...shapes }
      const ids = logsShapes ? call.ids : ''
      write('debug', { ...reported, ids }, { event: 'attempt', ...attempt })
      if (delayMs !== undefined) {
        const retryMessage = `${code}, retry in ${Math.ceil(delayMs)} ms`
        write('info', reported, { event: 'retry', message: retryMessage, code, delayMs })
      }
      if (version !== undefined && version !== asked && noteWarning(`version ${version}`)) {
        const versionMessage = `asked for version ${asked}, but version ${version} answered: fields may differ`
        write('warn', reported, { event: 'version', message: versionMessage, version })
      }
      const read = (name: string) => headers?.get(name)?.slice(0, keptCharacters)
      const deprecation = read('deprecation')
      const sunset = read('sunset')
      if ((deprecation || sunset) && noteWarning(`deprecation ${operation.id}`)) {
        const announcement = sunset ? `may stop working on ${sunset}` : 'is deprecated'
        write('warn', reported, {
          event: 'deprecation',
          message: announcement,
          deprecation,
          sunset,
        })
      }
    },
    wait: (operation: OperationInfo, clock: Clock) =>
      createBudgetWaitReporter(clock, (wait) =>
        write('info', { operation, history: [] }, { event: 'wait', ...wait }),
      ),
    failure(call: ReportedCall, { name, code, retryable, requestId }: DoorkitError) {
      // Not a failure of the API: the program aborted the call, or sent a request that is refused every time.
      if (code === 'aborted' || (name === 'ApiError' && !retryable)) return
      const message = `failed with ${code}`
      write('error', call, { event: 'failure', message, code, requestId })
    },
  }
}

/** Objects whose member names may be personal data: only the number of members is shown. */
const privateObjects: readonly string[] = ['attributes', 'context']

/**
 * Describes a value as JSON without its content: member names, types and lengths; for a list, its length
 * and the shape of its first item. Bodies contain names, addresses and secrets, and logs must not.
 */
export function shapeOf(value: unknown): string | undefined {
  return JSON.stringify(value, (name, part: unknown) => {
    if (typeof part === 'string') return `string(${part.length})`
    if (part == null) return part
    if (typeof part !== 'object') return typeof part
    if (privateObjects.includes(name)) return `${Object.keys(part).length} members`
    return Array.isArray(part) && part.length > 0 ? { [`${part.length} of`]: part[0] } : part
  })
}
