/** What waits, in the order in which it came, of several callers. They are served one after the other. */
export interface FairQueue<Item> {
  /** How much waits. */
  size(): number
  /** Puts an item behind the others of its caller. */
  add(caller: string, item: Item): void
  /**
   * Takes what is first of the caller that waits longest since it came or was served, or of the next one
   * where `may` says no.
   */
  take(may?: (item: Item, caller: string) => boolean): Item | undefined
}

/** Makes a {@link FairQueue}: who asks for much waits for much, and others do not. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // Who is next stands first.
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
