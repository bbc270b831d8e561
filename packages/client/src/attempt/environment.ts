/**
 * A variable of the environment; undefined where it is not set, or where the runtime guards its
 * environment and the program was not allowed to read it.
 */
export function environmentVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]
  } catch {
    return undefined
  }
}
