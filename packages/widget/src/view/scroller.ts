import type { Line } from '../chat/line.ts'
import type { WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setText } from './create-element.ts'

/** Within this many pixels of the end, a visitor counts as reading the newest message. */
const nearEnd = 48

/**
 * Creates the scroll area of the transcript. It stays at the end unless the visitor has scrolled away.
 */
export function createScroller(children: readonly Element[]) {
  const view = createElement(
    'div',
    {
      class: 'scroll',
      tabindex: 0,
      onscroll() {
        isAtEnd = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd
        if (isAtEnd) jump.hidden = true
      },
    },
    ...children,
  )
  const jump = createElement('button', {
    class: 'jump',
    hidden: true,
    onclick() {
      toEnd()
      view.focus({ preventScroll: true })
    },
  })
  const element = createElement('div', { class: 'body' }, view, jump)
  let isAtEnd = true
  let last: Line | undefined

  const toEnd = () => {
    view.scrollTop = view.scrollHeight
    isAtEnd = true
    jump.hidden = true
  }
  // The observer runs after the layout of a frame, so that a changed text needs no layout of its own.
  const observer = new ResizeObserver(() => isAtEnd && toEnd())
  for (const one of [view, ...children]) observer.observe(one)

  return {
    element,
    toEnd,
    update(texts: WidgetTexts, lines: readonly Line[]): void {
      setText(jump, texts.newMessages)
      view.setAttribute('aria-label', texts.log)
      const newest = lines.at(-1)
      isAtEnd ||= newest?.role === 'user' && newest.key !== last?.key
      if (!isAtEnd && newest !== last) jump.hidden = false
      last = newest
    },
  }
}
