/** The storage of a visitor's tokens: `localStorage`, or an object with the same methods. */
export interface TokenStorage {
  /** Returns the text under a name; null if there is none. */
  getItem(name: string): string | null
  /** Stores a text under a name. */
  setItem(name: string, text: string): void
  /** Removes the text under a name. */
  removeItem(name: string): void
}

export interface VisitTokens {
  /** Null if no visitor id is stored. */
  readonly visitor: string | null
  readonly visit: string
  /** When the tokens arrived, by the clock of the browser. */
  readonly at: number
}

/**
 * Stores the tokens of a site. They are read again for every call, so that all tabs of a website are the
 * same visitor, even after the visitor signs in or out in one of them. If storage is blocked or full, the
 * tokens stay in memory and last as long as the page. The tokens of a visitor whose id is not stored
 * always stay in memory.
 */
export function createTokenStore(storage: TokenStorage | undefined, siteKey: string) {
  const name = `doorkit.${siteKey}`
  let inMemory: string | null = null
  let isUsable = true

  /** Uses the storage unless tokens must stay in memory. A removal is always tried. */
  function use(work: (storage: TokenStorage) => void, removes = false): void {
    try {
      // If the visitor blocks the data of websites, even this access throws.
      const found = isUsable || removes ? (storage ?? globalThis.localStorage) : undefined
      if (found) work(found)
    } catch {
      isUsable = false
    }
  }

  return {
    read(): VisitTokens | null {
      use((found) => {
        inMemory = found.getItem(name)
      })
      try {
        const { visitor, visit, at } = JSON.parse(inMemory ?? '{}')
        const isVisitor = visitor === null || typeof visitor === 'string'
        if (isVisitor && typeof visit === 'string') return { visitor, visit, at: Number(at) || 0 }
      } catch {
        // Other code has overwritten the tokens, so the next visit is that of a new visitor.
      }
      return null
    },
    write(tokens: VisitTokens | null): void {
      const text = tokens && JSON.stringify(tokens)
      inMemory = text
      if (tokens?.visitor === null) isUsable = false
      if (text === null) use((found) => found.removeItem(name), true)
      else use((found) => found.setItem(name, text))
    },
    /** Removes the tokens from the storage. From now on, tokens stay in memory. */
    forgetForGood(): void {
      use((found) => found.removeItem(name), true)
      isUsable = false
    },
  }
}
