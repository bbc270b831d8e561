/** The function that computes a property, until its first read, and then the value. */
interface PropertyState {
  compute: (() => unknown) | undefined
  value?: unknown
}

interface LazyProperty {
  readonly pending: symbol
  readonly descriptor: PropertyDescriptor
}

const lazies = new Map<string, LazyProperty>()

/**
 * Defines a property that is computed when it is first read, and is an ordinary one afterwards. It is
 * enumerable from the start, so that spreading, cloning and serializing include it.
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
 * The accessors of a property, shared by all objects. With its own accessors, each object would get its
 * own hidden class, which keeps the snapshot in memory until the next full collection. They use `this`,
 * which also works through the proxies of reactive frameworks.
 */
function createLazy(key: string): LazyProperty {
  const pending = Symbol(key)
  type Target = { readonly [pending]: PropertyState }
  const settle = (target: Target, value: unknown) => {
    const held = target[pending]
    held.compute = undefined
    held.value = value
    // Fails for a frozen object, which then keeps using the accessor.
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
