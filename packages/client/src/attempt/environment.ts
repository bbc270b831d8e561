/**
 * A variable of the environment; undefined where there is none, or where the runtime guards its
 * environment and the program was not allowed to read it.
 */
export function environmentVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]
  } catch {
    return undefined
  }
}
