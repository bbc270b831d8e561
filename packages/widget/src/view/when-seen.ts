/** How long something stands in view before it counts as seen, in milliseconds. */
const lookMs = 1_000

/**
 * Calls back once an element has been in view for a second, by half at least, in a page that somebody
 * looks at; returns what ends the watching.
 */
export function whenSeen(element: Element, onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (document.visibilityState === 'visible') onSeen()
    else timer = setTimeout(look, lookMs)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(look, lookMs)
    },
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
