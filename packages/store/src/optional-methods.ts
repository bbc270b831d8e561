/** Wraps a call to one method of a store. */
export type CallWrapper = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * The optional methods of a store, for a wrapper around that store. A method that the store lacks is
 * left out.
 *
 * @param names - the methods to return.
 * @param wrap - wraps each call of a method. Default: no wrapper.
 */
export function optionalMethods<Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
  wrap: CallWrapper = (call) => call(),
): Pick<Port, Name> {
  const methods = names.flatMap((name) => {
    const method = port[name]
    if (typeof method !== 'function') return []
    return [[name, (...args: unknown[]) => wrap(() => method.apply(port, args))] as const]
  })
  return Object.fromEntries(methods) as unknown as Pick<Port, Name>
}
