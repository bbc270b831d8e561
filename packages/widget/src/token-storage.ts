/** Where the tokens of a visitor are stored: `localStorage`, or anything that does the same. */
export interface TokenStorage {
  /** The text under a name; null where there is none. */
  getItem(name: string): string | null
  /** Stores a text under a name. */
  setItem(name: string, text: string): void
  /** Removes the text under a name. */
  removeItem(name: string): void
}

/** The tokens of a visitor. */
export interface VisitTokens {
  /** Null where no visitor id is kept. */
  readonly visitor: string | null
  readonly visit: string
  /** When they came, by the clock of the browser. */
  readonly at: number
}

/**
 * Stores the tokens of a site. They are read again for every call, so that all tabs of a website are
 * the same visitor, also after one of them has signed in or out. Where storage is forbidden or full,
 * they are in memory, and last as long as the page; so are those of a visitor without an id.
 */
export function storeTokens(storage: TokenStorage | undefined, siteKey: string) {
  const name = `doorkit.${siteKey}`
  let inMemory: string | null = null
  let isUsable = true

  /** Uses the storage; where it cannot be used, from then on the memory is. */
  function use(work: (storage: TokenStorage) => void): void {
    try {
      // Where the visitor blocks the data of websites, the access itself is refused.
      const found = isUsable ? (storage ?? globalThis.localStorage) : undefined
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
        // Somebody else has written there: the visitor begins again.
      }
      return null
    },
    write(tokens: VisitTokens | null): void {
      const text = tokens && JSON.stringify(tokens)
      inMemory = text
      if (tokens?.visitor === null) isUsable = false
      use((found) => (text === null ? found.removeItem(name) : found.setItem(name, text)))
    },
    /** Removes what is stored, and stores nothing any more. */
    forgetForGood(): void {
      use((found) => found.removeItem(name))
      isUsable = false
    },
  }
}
