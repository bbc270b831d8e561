/** Waits for a place and returns the function that frees it. Rejects with the reason of the signal. */
export type TakePlace = (workspace: string, signal: AbortSignal) => Promise<() => void>

/**
 * Makes `most` places for work. When all are taken, waiting workspaces are served in rotation, however
 * much work each of them has.
 */
export function createFairPlaces(most: number): TakePlace {
  const waiting = new Map<string, Set<() => void>>()
  let free = most

  function end(): void {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    const [workspace, queue] = next
    const [begin] = queue
    if (!begin) return
    leave(workspace, begin)
    // The workspace goes to the end of the rotation.
    if (waiting.delete(workspace)) waiting.set(workspace, queue)
    begin()
  }

  function leave(workspace: string, begin: () => void): void {
    const queue = waiting.get(workspace)
    queue?.delete(begin)
    if (queue?.size === 0) waiting.delete(workspace)
  }

  return async (workspace, signal) => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return end
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        leave(workspace, begin)
        reject(signal.reason)
      }
      waiting.set(workspace, (waiting.get(workspace) ?? new Set()).add(begin))
      signal.addEventListener('abort', giveUp, { once: true })
    })
    return end
  }
}
