/** The source that a property is computed from, until it is computed. */
interface Pending {
  compute: (() => unknown) | undefined
  value?: unknown
}

interface Lazy {
  readonly pending: symbol
  readonly descriptor: PropertyDescriptor
}

const lazies = new Map<string, Lazy>()

/**
 * Gives an object a property that is computed when it is first read, and is an ordinary one from then on.
 * It is enumerable from the start, so that spreading, cloning and serialising see its value.
 */
export function defineLazy<Key extends string, Value>(
  target: Partial<Record<Key, Value>>,
  key: Key,
  compute: () => Value,
): void {
  const lazy = lazies.get(key) ?? createLazy(key)
  lazies.set(key, lazy)
  Object.defineProperty(target, lazy.pending, { value: { compute } })
  Object.defineProperty(target, key, lazy.descriptor)
}

/**
 * The accessors of a key. All objects share them: with accessors of its own, an engine makes a hidden class
 * for each object, which keeps every snapshot in memory until the next full collection. They find their
 * object by `this`, which also leads through the proxies of reactive frameworks.
 */
function createLazy(key: string): Lazy {
  const pending = Symbol(key)
  type Target = { readonly [pending]: Pending }
  const settle = (target: Target, value: unknown) => {
    const held = target[pending]
    held.compute = undefined
    held.value = value
    // Refused by a frozen object, which then keeps reading the value from here.
    Reflect.defineProperty(target, key, { value, writable: true, enumerable: true })
    return value
  }
  return {
    pending,
    descriptor: {
      get(this: Target) {
        const { compute, value } = this[pending]
        return compute ? settle(this, compute()) : value
      },
      set(this: Target, value: unknown) {
        settle(this, value)
      },
      enumerable: true,
      configurable: true,
    },
  }
}
