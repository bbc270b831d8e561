/** How often to compare the address if the browser does not report changes, in milliseconds. */
const lookMs = 1_000

/** The address of the page. A fragment counts only if it is a path, such as `#/prices`. */
const pageOf = ({ pathname, search, hash }: Location) =>
  pathname + search + (/^#[!/]/.test(hash) ? hash : '')

/**
 * Calls back for each new page, without replacing the methods of `history`. Returns a function that
 * unsubscribes.
 */
export function followPages(onPage: () => void): () => void {
  let current = pageOf(location)
  const look = () => {
    const next = pageOf(location)
    if (next === current) return
    current = next
    onPage()
  }
  const { navigation } = globalThis as { navigation?: EventTarget }
  if (navigation) {
    navigation.addEventListener('currententrychange', look)
    return () => navigation.removeEventListener('currententrychange', look)
  }
  const timer = setInterval(look, lookMs)
  return () => clearInterval(timer)
}
