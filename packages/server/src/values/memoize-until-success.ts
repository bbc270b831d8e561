/** Memoizes work: the first call starts it, and a later call starts it again only after a failure. */
export function memoizeUntilSuccess<Result>(work: () => Promise<Result>) {
  let begun: Promise<Result> | undefined
  const once = () => {
    begun ??= work().catch((error) => {
      begun = undefined
      throw error
    })
    return begun
  }
  return Object.assign(once, { begun: () => begun })
}
