/**
 * The items of several callers, each in the order in which they came. The callers are served in turn.
 */
export interface FairQueue<Item> {
  /** How many items wait. */
  size(): number
  /** Puts an item behind the others of its caller. */
  add(caller: string, item: Item): void
  /**
   * Takes the first item of the caller that was served the longest time ago. Where `may` says no, the
   * next caller's.
   */
  take(may?: (item: Item, caller: string) => boolean): Item | undefined
}

/** Makes a {@link FairQueue}. A caller with many items does not hold up the others. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // The next caller comes first.
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    size: () => size,
    /** Puts an item behind the others of its caller. */
    add(caller, item) {
      size += 1
      const items = waiting.get(caller)
      if (items) items.push(item)
      else waiting.set(caller, [item])
    },
    take(may = () => true) {
      for (const [caller, items] of waiting) {
        const item = items[0] as Item
        if (!may(item, caller)) continue
        size -= 1
        items.shift()
        waiting.delete(caller)
        if (items.length > 0) waiting.set(caller, items)
        return item
      }
      return undefined
    },
  }
}
