import type { CallMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { Clock } from '../attempt/clock.ts'
import type { Logger, LogRecord } from '../attempt/logger.ts'
import type { DoorkitError } from '../errors/doorkit-error.ts'
import { present } from '../errors/without-nulls.ts'
import { createWaitReport, type WaitReport } from './budget-wait.ts'
import type { KeyState } from './key-state.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { shapeOf } from './shape-of.ts'

/** How far a call has come. */
export interface CallProgress {
  readonly call: OutgoingCall<unknown>
  readonly history: readonly AttemptRecord[]
  /** The facts of the last answer; undefined when the last attempt had no answer. */
  readonly meta?: CallMeta | undefined
  /** The version of the API that the call asks for. */
  readonly version: string | undefined
  /** What the call resolves with; undefined where the attempt failed. */
  readonly data: unknown
}

/** Reports to a logger what happens to calls. */
export interface Reporter {
  /** The last attempt of a call ended. */
  attempt(progress: CallProgress, record: AttemptRecord): void
  /** The call ended without a result. */
  failure(progress: CallEnd, error: DoorkitError): void
  /** Makes the report of a wait for the budget of the key, which may begin. */
  wait(operation: OperationInfo, clock: Clock): WaitReport
}

/** The call that ended, and its attempts. */
interface CallEnd extends Pick<CallProgress, 'history'> {
  readonly operation: OperationInfo
}

/** Characters of a server's header that a record repeats. */
const keptCharacters = 100

/**
 * Writes the records of a client's calls. A logger that throws changes no call. With `logsShapes`,
 * records of attempts have the shapes of query and bodies.
 */
export function createReporter(
  logger: Logger,
  logsShapes: boolean,
  isNews: KeyState['isNews'],
): Reporter {
  /** `message` is what follows the name of the operation. */
  function write(
    level: keyof Logger,
    { operation, history }: CallEnd,
    record: Omit<LogRecord, 'operation' | 'method' | 'path' | 'attempt'>,
  ) {
    const { id, method, path } = operation
    const base = { operation: id, method, path, attempt: history.length }
    const message = `${id}: ${record.message}`
    try {
      logger[level]({ ...present(record), ...base, message } as LogRecord)
    } catch {}
  }

  return {
    attempt({ call, history, meta, version: asked, data }, { durationMs, delayMs, code }) {
      const { operation, body, idempotencyKey, stream } = call
      const end = { operation, history }
      const shapes = logsShapes && {
        query: shapeOf(call.query),
        request: body && shapeOf(JSON.parse(body)),
        response: stream ? undefined : shapeOf(data),
        idempotencyKey,
      }
      const { status, requestId, version, headers } = meta ?? {}
      const message = meta ? `answered ${status}` : 'had no answer'
      const attempt = { message, durationMs, status, requestId, code, ...shapes }
      write('debug', end, { event: 'attempt', ...attempt })
      if (delayMs !== undefined) {
        const wait = `${code}, again in ${Math.ceil(delayMs)} ms`
        write('info', end, { event: 'retry', message: wait, code, delayMs })
      }
      if (version !== undefined && version !== asked && isNews(`version ${version}`)) {
        const other = `asked for version ${asked}, ${version} answered: fields may differ`
        write('warn', end, { event: 'version', message: other, version })
      }
      const read = (name: string) => headers?.get(name)?.slice(0, keptCharacters)
      const deprecation = read('deprecation')
      const sunset = read('sunset')
      if ((deprecation || sunset) && isNews(`deprecation ${operation.id}`)) {
        const told = sunset ? `will be gone at ${sunset}` : 'is deprecated'
        write('warn', end, { event: 'deprecation', message: told, deprecation, sunset })
      }
    },
    wait: (operation, clock) =>
      createWaitReport(clock, (wait) =>
        write('info', { operation, history: [] }, { event: 'wait', ...wait }),
      ),
    failure(end, { name, code, retryable, requestId }) {
      // An abort, and a refusal that the caller is to handle, are not news to an operator.
      if (code === 'aborted' || (name === 'ApiError' && !retryable)) return
      const message = `failed with ${code}`
      write('error', end, { event: 'failure', message, code, requestId })
    },
  }
}
