/** Runs work one piece after the other, where the key is the same. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Makes {@link KeyedMutex} for one process. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return mine
  }
}
