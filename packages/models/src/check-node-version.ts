/**
 * Refuses a Node that is too old. `require-node.ts` calls this function and is imported first, so this
 * error comes before the error of any library.
 *
 * @throws Error that names the required version.
 */
export function checkNode(
  versions: Readonly<Record<string, string | undefined>> | undefined,
): void {
  const { node, bun, deno } = versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return
  throw new Error(`Doorkit needs Node 22.19 or newer, and this is Node ${node}.`)
}
