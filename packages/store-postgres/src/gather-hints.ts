/**
 * Passes names on: the first ones immediately, and those that arrive during the pause after that
 * together.
 */
export function gather(
  send: (names: readonly string[]) => Promise<void> | void,
  pause: () => Promise<void>,
): (names: readonly string[]) => void {
  const waiting = new Set<string>()
  let isUnderWay = false
  async function run(): Promise<void> {
    isUnderWay = true
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      await send(names)
      await pause()
    }
    isUnderWay = false
  }
  return (names) => {
    for (const name of names) waiting.add(name)
    if (!isUnderWay) void run()
  }
}
