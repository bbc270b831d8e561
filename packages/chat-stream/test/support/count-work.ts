type Method = (this: unknown, ...input: never[]) => unknown

/**
 * Counts the work of a synchronous run: the calls of common built-in methods, and the elements,
 * characters and members that these calls copy or walk. A count, unlike a time, is the same on every
 * machine.
 */
export function countWork(run: () => void): number {
  let work = 0
  const undo: (() => void)[] = []
  const watch = (
    owner: object,
    name: PropertyKey,
    cost: (result: unknown, self: unknown) => number,
  ) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)
    if (!descriptor) throw new Error(`nothing to count at ${String(name)}`)
    const original = descriptor.value as Method
    undo.push(() => Object.defineProperty(owner, name, descriptor))
    Object.defineProperty(owner, name, {
      ...descriptor,
      value(this: unknown, ...input: never[]) {
        const result = original.apply(this, input)
        work += 1 + cost(result, this)
        return result
      },
    })
  }
  const length = (value: unknown) => (value as { length?: number } | null)?.length ?? 0
  watch(Array.prototype, 'slice', length)
  watch(Array.prototype, 'splice', length)
  watch(Array.prototype, Symbol.iterator, (_, self) => length(self))
  watch(Array.prototype, 'entries', (_, self) => length(self))
  watch(Array.prototype, 'concat', length)
  watch(Array.prototype, 'toReversed', length)
  watch(String.prototype, 'slice', length)
  watch(String.prototype, 'charAt', () => 1)
  watch(RegExp.prototype, 'exec', () => 1)
  watch(RegExp.prototype, 'test', () => 1)
  watch(JSON, 'parse', () => 1)
  watch(Object, 'keys', length)
  watch(Object, 'entries', length)
  watch(Object, 'defineProperty', () => 1)
  try {
    run()
  } finally {
    for (const restore of undo.reverse()) restore()
  }
  return work
}
