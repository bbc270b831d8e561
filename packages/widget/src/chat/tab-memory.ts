/** The state that a tab keeps from page to page: whether the chat is open and the teaser is hidden. */
export interface TabMemory {
  read(name: string): string | null
  /** Null removes the text under the name. */
  write(name: string, text: string | null): void
}

/** Keeps the state in the session storage. If the browser blocks that storage, nothing is kept. */
export function createTabMemory(siteKey: string): TabMemory {
  const nameOf = (name: string) => `doorkit.${siteKey}.${name}`
  return {
    read(name) {
      try {
        return sessionStorage.getItem(nameOf(name))
      } catch {
        return null
      }
    },
    write(name, text) {
      try {
        if (text === null) sessionStorage.removeItem(nameOf(name))
        else sessionStorage.setItem(nameOf(name), text)
      } catch {
        // The next page then begins with a closed chat.
      }
    },
  }
}
