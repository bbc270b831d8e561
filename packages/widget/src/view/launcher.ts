import type { ChatState } from '../chat/chat-state.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createIcon } from './icons.ts'

export function createLauncher(toggle: () => void) {
  const badge = createElement('span', { class: 'badge', 'aria-hidden': 'true' })
  const element = createElement(
    'button',
    { class: 'launcher', 'aria-haspopup': 'dialog', onclick: toggle },
    createIcon('chat'),
    createIcon('down'),
    badge,
  )
  return {
    element,
    update({ isOpen, unread }: ChatState, texts: WidgetTexts): void {
      const news = unread > 0 ? `, ${fill(texts.unread, { count: unread })}` : ''
      setAttribute(element, 'aria-label', isOpen ? texts.close : texts.open + news)
      setAttribute(element, 'aria-expanded', String(isOpen))
      setText(badge, unread > 9 ? '9+' : String(unread))
      badge.hidden = unread === 0
    },
  }
}
