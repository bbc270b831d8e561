/**
 * Reads an environment variable; undefined if it is not set, or if the runtime does not let the program
 * read it.
 */
export function environmentVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]
  } catch {
    return undefined
  }
}
