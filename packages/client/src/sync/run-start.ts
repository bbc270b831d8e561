import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * When the server began with an answer at the earliest, in its own time: the moment it answered
 * (its `Date`, in whole seconds) less the time that the whole call took.
 *
 * @throws DoorkitError `invalid_option` when the answer has no `Date`.
 */
export function readRunStart(headers: Headers, callMs: number): number {
  const answeredAt = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(answeredAt)) {
    throw new DoorkitError(
      'invalid_option',
      "The answers have no Date: set `now` to the server's clock, as for a server in this process",
    )
  }
  return answeredAt - callMs
}
