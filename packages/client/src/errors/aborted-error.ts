import { DoorkitError } from './doorkit-error.ts'

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends DoorkitError {
  protected static override readonly brand: string = 'AbortedError'
  declare readonly name: 'AbortedError'
  declare readonly code: 'aborted'

  constructor(signal: AbortSignal) {
    super('aborted', 'The signal ended the call. Its reason is the `cause`.', {
      cause: signal.reason,
    })
  }
}
