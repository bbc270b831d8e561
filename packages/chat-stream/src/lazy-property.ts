/**
 * Gives an object a property that is computed when it is first read, and is an ordinary one from then on.
 * It is enumerable from the start, so that spreading, cloning and serialising see its value.
 */
export function defineLazy<Key extends string, Value>(
  target: Partial<Record<Key, Value>>,
  key: Key,
  compute: () => Value,
): void {
  let settled: { value: Value } | undefined
  const settle = (value: Value) => {
    settled = { value }
    // Refused by a frozen object, which then keeps reading the value from here.
    Reflect.defineProperty(target, key, { value, writable: true, enumerable: true })
    return value
  }
  Object.defineProperty(target, key, {
    get: () => (settled ? settled.value : settle(compute())),
    set: settle,
    enumerable: true,
    configurable: true,
  })
}
