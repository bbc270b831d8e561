/**
 * Passes names on. It sends the first name immediately, and then together all names that arrive during
 * the pause after it.
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
