import { DoorkitError } from './doorkit-error.ts'

/** The whole call, with its retries and the waits between them, took longer than `deadline`. */
export class DeadlineError extends DoorkitError {
  protected static override readonly brand: string = 'DeadlineError'
  declare readonly name: 'DeadlineError'
  declare readonly code: 'deadline_exceeded'

  /** `cause` is the error of the attempt before, if there was one. */
  constructor(deadlineMs: number, cause?: unknown) {
    const message = `The call was not complete within ${deadlineMs} ms. Raise \`deadline\`.`
    super('deadline_exceeded', message, { retryable: true, cause })
  }
}
