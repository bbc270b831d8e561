/** A map of texts that holds at most so many. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Makes a {@link BoundedMap}: where it is full, a new key takes the place of the oldest. */
export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  const values = new Map<string, Value>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      const [oldest] = values.keys()
      if (oldest !== undefined && values.size >= most && !values.has(key)) values.delete(oldest)
      values.set(key, value)
    },
  }
}
