/** How often the address is compared where a browser does not tell of changes, in milliseconds. */
const lookMs = 1_000

/** A website can change its page without loading one. Parts of a page are no pages of their own. */
const pageOf = ({ pathname, search, hash }: Location) =>
  pathname + search + (/^#[!/]/.test(hash) ? hash : '')

/** Calls back with every further page; returns what ends that. It changes nothing of the history. */
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
