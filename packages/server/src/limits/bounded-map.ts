/** A map from texts to values that keeps a limited number of entries. */
export type BoundedMap<Value> = ReturnType<typeof createBoundedMap<Value>>

/** Makes a {@link BoundedMap} of at most `most` entries. When it is full, a new entry replaces the oldest. */
export function createBoundedMap<Value>(most: number) {
  const values = new Map<string, Value>()
  return {
    get: (key: string) => values.get(key),
    set(key: string, value: Value): void {
      const [oldest] = values.keys()
      if (oldest !== undefined && values.size >= most && !values.has(key)) values.delete(oldest)
      values.set(key, value)
    },
  }
}
