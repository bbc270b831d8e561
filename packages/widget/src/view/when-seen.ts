/** How long an element must be in view to count as seen, in milliseconds. */
const lookMs = 1_000

/**
 * Calls back when at least half of an element has been in view for a second and the page is visible.
 * Returns a function that stops watching.
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
