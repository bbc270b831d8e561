import { DoorkitError } from './doorkit-error.ts'

/** A call waited longer than `queueTimeout` for its turn, or would have to. Nothing more was sent. */
export class QueueTimeoutError extends DoorkitError {
  protected static override readonly brand: string = 'QueueTimeoutError'
  declare readonly name: 'QueueTimeoutError'
  declare readonly code: 'queue_timeout'

  /** `cause` is the error of the attempt before, if there was one. */
  constructor(queueTimeoutMs: number, cause?: unknown) {
    const message = `The call had no turn within ${queueTimeoutMs} ms. Raise \`queueTimeout\`, or send fewer calls at once.`
    super('queue_timeout', message, { retryable: true, cause })
  }
}
