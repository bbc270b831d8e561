/** Sets the value of a property, if one is given, and returns it. A value that was never set is computed once. */
type PropertyState = (given?: { readonly value: unknown }) => unknown

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
  let pending: (() => Value) | undefined = compute
  let current: unknown
  // The state is a function and not an object: the proxies of Vue wrap every object that they return, and
  // JavaScript forbids this for a property that cannot be changed.
  const state: PropertyState = (given) => {
    if (given) current = given.value
    else if (pending) current = pending()
    pending = undefined
    return current
  }
  Object.defineProperty(target, property.stateSymbol, { value: state })
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
  const settle = (target: Target, given?: { readonly value: unknown }) => {
    const value = target[stateSymbol](given)
    // A frozen object refuses this, and keeps the accessor.
    Reflect.defineProperty(target, name, { value, writable: true, enumerable: true })
    return value
  }
  return {
    stateSymbol,
    descriptor: {
      get(this: Target) {
        return settle(this)
      },
      set(this: Target, value: unknown) {
        settle(this, { value })
      },
      enumerable: true,
      configurable: true,
    },
  }
}
