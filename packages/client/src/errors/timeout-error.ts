import { DoorkitError } from './doorkit-error.ts'

/** One attempt took longer than `timeout`, counted from its start to the end of the body. */
export class TimeoutError extends DoorkitError {
  protected static override readonly brand: string = 'TimeoutError'
  declare readonly name: 'TimeoutError'
  declare readonly code: 'attempt_timeout'

  constructor(timeoutMs: number) {
    const message = `No complete answer came within ${timeoutMs} ms. Raise \`timeout\`.`
    super('attempt_timeout', message, { retryable: true })
  }
}
