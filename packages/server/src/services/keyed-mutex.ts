/** Runs pieces of work with the same key one after the other. */
export type KeyedMutex<Key = string> = <Result>(
  key: Key,
  work: () => Promise<Result>,
) => Promise<Result>

export function createKeyedMutex<Key = string>(): KeyedMutex<Key> {
  const last = new Map<Key, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
