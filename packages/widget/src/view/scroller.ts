import type { Line } from '../chat/line.ts'
import type { WidgetTexts } from '../texts/texts.ts'
import { createElement, setText } from './create-element.ts'

/** Up to this distance from the end, a visitor counts as reading the newest message, in pixels. */
const nearEnd = 48

/**
 * Creates the scroll area of the transcript. It stays at the end unless the visitor has scrolled away.
 */
export function createScroller(children: readonly Node[]) {
  const view = createElement('div', { class: 'scroll', tabindex: 0 }, ...children)
  const jump = createElement('button', { class: 'jump', hidden: true })
  const element = createElement('div', { class: 'body' }, view, jump)
  let isAtEnd = true
  let last: Line | undefined

  const toEnd = () => {
    view.scrollTop = view.scrollHeight
    isAtEnd = true
    jump.hidden = true
  }
  view.addEventListener(
    'scroll',
    () => {
      isAtEnd = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd
      if (isAtEnd) jump.hidden = true
    },
    { passive: true },
  )
  jump.addEventListener('click', () => {
    toEnd()
    view.focus({ preventScroll: true })
  })

  return {
    element,
    toEnd,
    update(texts: WidgetTexts, lines: readonly Line[]): void {
      setText(jump, texts.newMessages)
      view.setAttribute('aria-label', texts.log)
      const newest = lines.at(-1)
      const isOwn = newest?.role === 'user' && newest.key !== last?.key
      if (isAtEnd || isOwn) toEnd()
      else if (newest !== last) jump.hidden = false
      last = newest
    },
  }
}
