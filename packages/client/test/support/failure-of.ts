import { expect } from 'vitest'

/** The error that a call rejects with. Throws if the call succeeds. */
export function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(call).then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  )
}
