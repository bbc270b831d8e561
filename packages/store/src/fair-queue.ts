/**
 * The items of several workspaces, with a queue for each workspace. The workspaces are served in
 * rotation.
 */
export interface FairQueue<Item> {
  /** How many items are waiting. */
  size(): number
  /** Appends an item to the queue of its workspace. */
  add(workspace: string, item: Item): void
  /**
   * Removes and returns the first item of the next workspace in the rotation. If `may` refuses the
   * item, the first item of the following workspace is tried.
   */
  take(may?: (item: Item, workspace: string) => boolean): Item | undefined
}

/** Makes a {@link FairQueue}. A workspace with many items does not hold up the others. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // The workspace that is served next comes first.
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    size: () => size,
    add(workspace, item) {
      size += 1
      const items = waiting.get(workspace)
      if (items) items.push(item)
      else waiting.set(workspace, [item])
    },
    take(may = () => true) {
      for (const [workspace, items] of waiting) {
        const item = items[0] as Item
        if (!may(item, workspace)) continue
        size -= 1
        items.shift()
        waiting.delete(workspace)
        if (items.length > 0) waiting.set(workspace, items)
        return item
      }
      return undefined
    },
  }
}
