/**
 * Memoizes work: the first call starts it, and a later call starts it again only after a failure.
 * `begun` returns the result of work that was started, and starts nothing.
 */
export function memoizeUntilSuccess<Result>(work: () => Promise<Result>) {
  let result: Promise<Result> | undefined
  const once = () => {
    result ??= work().catch((error) => {
      result = undefined
      throw error
    })
    return result
  }
  return Object.assign(once, { begun: () => result })
}
