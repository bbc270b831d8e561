/** Waits for a place, and returns the function that frees it. Rejects if the signal ends the wait. */
export type TakePlace = (workspace: string, signal?: AbortSignal) => Promise<() => void>

/**
 * Makes `most` places for work. When all are taken, waiting workspaces are served in rotation, however
 * much work each of them has.
 *
 * @param perWorkspace - the most places of one workspace. Default: all places.
 */
export function createFairPlaces(most: number, perWorkspace: number = most): TakePlace {
  const waiting = new Map<string, Set<() => void>>()
  const taken = new Map<string, number>()
  let free = most

  const mayTake = (workspace: string) => free > 0 && (taken.get(workspace) ?? 0) < perWorkspace

  function take(workspace: string): () => void {
    free -= 1
    taken.set(workspace, (taken.get(workspace) ?? 0) + 1)
    return () => {
      free += 1
      const left = (taken.get(workspace) ?? 0) - 1
      if (left > 0) taken.set(workspace, left)
      else taken.delete(workspace)
      beginNext()
    }
  }

  function beginNext(): void {
    for (const [workspace, queue] of waiting) {
      const [begin] = queue
      if (!begin || !mayTake(workspace)) continue
      leave(workspace, begin)
      // The workspace goes to the end of the rotation.
      if (waiting.delete(workspace)) waiting.set(workspace, queue)
      begin()
      return
    }
  }

  function leave(workspace: string, begin: () => void): void {
    const queue = waiting.get(workspace)
    queue?.delete(begin)
    if (queue?.size === 0) waiting.delete(workspace)
  }

  return async (workspace, signal) => {
    signal?.throwIfAborted()
    if (mayTake(workspace)) return take(workspace)
    return new Promise<() => void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(take(workspace))
      }
      const giveUp = () => {
        leave(workspace, begin)
        reject(signal?.reason)
      }
      waiting.set(workspace, (waiting.get(workspace) ?? new Set()).add(begin))
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}
