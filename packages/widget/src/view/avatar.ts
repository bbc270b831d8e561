import { createElement } from './create-element.ts'
import { safeAddress } from './safe-link.ts'

/**
 * Shows the picture of the agent, or the first letter of its name if there is no picture that can be
 * loaded.
 */
export function createAvatar() {
  const letter = createElement('span')
  const element = createElement('span', { class: 'avatar', 'aria-hidden': 'true' }, letter)
  let shown: string | null = null
  return {
    element,
    update(name: string, address: string | null): void {
      letter.textContent = [...name.trim()][0]?.toUpperCase() ?? '?'
      const src = address && safeAddress(address)
      if (src === shown) return
      shown = src
      element.querySelector('img')?.remove()
      if (!src) return
      const image = createElement('img', { alt: '', referrerpolicy: 'no-referrer', hidden: true })
      image.onload = () => {
        image.hidden = false
      }
      image.src = src
      element.append(image)
    },
  }
}
