export type TabMemory = ReturnType<typeof createTabMemory>

/**
 * Keeps state of a tab from page to page: whether the chat is open, and whether the teaser is hidden. If
 * the browser blocks the session storage, nothing is kept.
 */
export function createTabMemory(siteKey: string) {
  const nameOf = (name: string) => `doorkit.${siteKey}.${name}`
  return {
    read(name: string): string | null {
      try {
        return sessionStorage.getItem(nameOf(name))
      } catch {
        return null
      }
    },
    /** Null removes the text under the name. */
    write(name: string, text: string | null): void {
      try {
        if (text === null) sessionStorage.removeItem(nameOf(name))
        else sessionStorage.setItem(nameOf(name), text)
      } catch {
        // The next page then begins with a closed chat and shows the teaser.
      }
    },
  }
}
