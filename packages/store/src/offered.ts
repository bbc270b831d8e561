/** Calls one method of a store, and gives what it gives. */
export type Around = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * The optional methods of a store for another one that stands in front of it. A method that the store
 * lacks is left out.
 *
 * @param names - the methods to take.
 * @param around - what each of their calls goes through. Default: nothing.
 */
export function offered<Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
  around: Around = (call) => call(),
): Pick<Port, Name> {
  const methods = names.flatMap((name) => {
    const method = port[name]
    if (typeof method !== 'function') return []
    return [[name, (...args: unknown[]) => around(() => method.apply(port, args))] as const]
  })
  return Object.fromEntries(methods) as unknown as Pick<Port, Name>
}
