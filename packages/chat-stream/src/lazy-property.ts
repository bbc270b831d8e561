/** The function that computes a property or, once the property has been read or set, its value. */
interface PropertyState {
  compute: (() => unknown) | undefined
  value?: unknown
}

interface LazyProperty {
  readonly stateSymbol: symbol
  readonly descriptor: PropertyDescriptor
}

const lazyProperties = new Map<string, LazyProperty>()

/**
 * Defines a property that is computed when it is first read, and is an ordinary one afterwards. It is
 * enumerable from the start, so that spreading, cloning and serializing include it.
 */
export function defineLazy<Name extends string, Value>(
  target: Partial<Record<Name, Value>>,
  name: Name,
  compute: () => Value,
): void {
  const property = lazyProperties.get(name) ?? createLazyProperty(name)
  lazyProperties.set(name, property)
  Object.defineProperty(target, property.stateSymbol, { value: { compute } })
  Object.defineProperty(target, name, property.descriptor)
}

/**
 * The accessors of a property, shared by all objects. With its own accessors, each object would get its
 * own hidden class, which would keep the object in memory until the next full garbage collection. The
 * accessors use `this`, which also works through the proxies of reactive frameworks.
 */
function createLazyProperty(name: string): LazyProperty {
  const stateSymbol = Symbol(name)
  type Target = { readonly [stateSymbol]: PropertyState }
  const settle = (target: Target, value: unknown) => {
    const state = target[stateSymbol]
    state.compute = undefined
    state.value = value
    // A frozen object refuses this, and keeps the accessor.
    Reflect.defineProperty(target, name, { value, writable: true, enumerable: true })
    return value
  }
  return {
    stateSymbol,
    descriptor: {
      get(this: Target) {
        const { compute, value } = this[stateSymbol]
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
