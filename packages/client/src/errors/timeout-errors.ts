import { DoorkitError } from './doorkit-error.ts'

/** One attempt took longer than `timeout`, from its start to the end of the body or the start of a stream. */
export class TimeoutError extends DoorkitError {
  protected static override readonly brand: string = 'TimeoutError'
  declare readonly name: 'TimeoutError'
  declare readonly code: 'attempt_timeout'

  constructor(timeoutMs: number) {
    const message = `No complete answer came within ${timeoutMs} ms. Raise \`timeout\`.`
    super('attempt_timeout', message, { retryable: true })
  }
}

/** The whole call, with its retries and the waits between them, took longer than `deadline`. */
export class DeadlineError extends DoorkitError {
  protected static override readonly brand: string = 'DeadlineError'
  declare readonly name: 'DeadlineError'
  declare readonly code: 'deadline_exceeded'

  /** `cause` is the error of the previous attempt, if there was one. */
  constructor(deadlineMs: number, cause?: unknown) {
    const message = `The call was not complete within ${deadlineMs} ms. Raise \`deadline\`.`
    super('deadline_exceeded', message, { retryable: true, cause })
  }
}

/** A call waited in the queue for longer than `queueTimeout`, or would have to. It sent nothing more. */
export class QueueTimeoutError extends DoorkitError {
  protected static override readonly brand: string = 'QueueTimeoutError'
  declare readonly name: 'QueueTimeoutError'
  declare readonly code: 'queue_timeout'

  /** `cause` is the error of the previous attempt, if there was one. */
  constructor(queueTimeoutMs: number, cause?: unknown) {
    const message = `The wait in the queue exceeds ${queueTimeoutMs} ms. Raise \`queueTimeout\`, or send fewer calls at once.`
    super('queue_timeout', message, { retryable: true, cause })
  }
}
