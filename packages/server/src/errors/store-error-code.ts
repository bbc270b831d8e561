/** The code of a store's error, by shape: a store may come with its own copy of the error's class. */
export function storeErrorCode(error: unknown): unknown {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'StoreError' ? code : undefined
}
