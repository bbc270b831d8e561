/**
 * Keeps an element in the part of the screen above the keyboard, until the returned function is called.
 * The style sheet uses `--height` and `--top` only when the chat fills the screen.
 */
export function fitViewport(element: HTMLElement): () => void {
  const { visualViewport: viewport } = window
  if (!viewport) return () => {}
  const fit = () => {
    // A zoom with two fingers also changes the viewport, and must not resize the chat.
    const isMagnified = viewport.scale > 1.01
    element.style.setProperty('--height', isMagnified ? null : `${viewport.height}px`)
    element.style.setProperty('--top', isMagnified ? null : `${viewport.offsetTop}px`)
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  fit()
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
  }
}
