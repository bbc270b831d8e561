import type { ChatState } from '../chat/chat-state.ts'
import type { WidgetTexts } from '../texts/widget-texts.ts'
import { type ButtonActions, createChatButtons, type ShownButton } from './chat-button.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createIcon } from './icons.ts'
import { plainOrder } from './safe-link.ts'

/** The most buttons that the teaser shows. The chat shows all of them. */
const mostButtons = 3

/** The first words of the chat; null if there are none. */
export const welcomeOf = ({ greeting, opening }: ChatState): string | null =>
  greeting?.text ?? opening?.headline ?? null

/**
 * The first buttons of the chat: those of the greeting or, without a greeting, of the opening. If there
 * are none, those of the workspace.
 */
export function buttonsOf({ greeting, opening, visit }: ChatState): readonly ShownButton[] {
  if (greeting && greeting.buttons.length > 0) return greeting.buttons
  if (!greeting && opening && opening.buttons.length > 0) return opening.buttons
  return visit?.buttons ?? []
}

/** Creates the teaser next to the button of a closed chat: the opening or greeting, and the buttons. */
export function createTeaser(actions: ButtonActions & { open: () => void; hide: () => void }) {
  const text = createElement('button', { class: 'words', onclick: actions.open })
  const hide = createElement(
    'button',
    { class: 'quiet', onclick: actions.hide },
    createIcon('close'),
  )
  const card = createElement('div', { class: 'card', dir: 'auto' }, text, hide)
  const buttons = createChatButtons(actions)
  const element = createElement('div', { class: 'teaser', role: 'group' }, card, buttons.element)
  return {
    element,
    card,
    update(state: ChatState, texts: WidgetTexts): void {
      const welcome = welcomeOf(state)
      const shown = buttonsOf(state).slice(0, mostButtons)
      const hasStarted = state.lines.length > 0 && !state.greeting
      const isOn = state.visit?.agent.live === true && !state.isOpen && !state.isTeaserHidden
      element.hidden = !isOn || hasStarted || (welcome === null && shown.length === 0)
      card.hidden = welcome === null
      setText(text, plainOrder(welcome ?? ''))
      setAttribute(hide, 'aria-label', texts.hide)
      setAttribute(element, 'aria-label', state.visit?.appearance.title ?? '')
      buttons.update(shown)
    },
  }
}
