import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/create-chat.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createIcon } from './icons.ts'

/** The most characters that the server accepts. */
const mostCharacters = 4_000

/** The visitor sees how many characters are left if there are fewer than this. */
const showLeftBelow = 200

export function createComposer(chat: Chat) {
  let isAnswering = false
  const input = createElement('textarea', {
    rows: 1,
    maxlength: mostCharacters,
    dir: 'auto',
    enterkeyhint: 'send',
    oninput: showInput,
    onkeydown: (event) => {
      const { key, shiftKey, isComposing } = event as KeyboardEvent
      // In Safari, the key that ends a composition sends `keydown` after the composition has ended.
      const belongsToComposition = isComposing || (event as KeyboardEvent).keyCode === 229
      if (key !== 'Enter' || shiftKey || belongsToComposition) return
      event.preventDefault()
      submit()
    },
  })
  const button = createElement(
    'button',
    { type: 'submit', class: 'send' },
    createIcon('send'),
    createIcon('stop'),
  )
  const left = createElement('p', { class: 'count', role: 'status' })
  const element = createElement(
    'form',
    {
      class: 'composer',
      onsubmit: (event) => {
        event.preventDefault()
        if (isAnswering) void chat.stop()
        else submit()
      },
    },
    createElement('div', { class: 'field' }, input, button),
    left,
  )
  let texts: WidgetTexts | undefined

  function submit(): void {
    if (!chat.send(input.value)) return
    input.value = ''
    showInput()
  }

  function showInput(): void {
    input.style.height = 'auto'
    input.style.height = `${input.scrollHeight}px`
    element.classList.toggle('empty', input.value.trim() === '')
    const count = mostCharacters - input.value.length
    setText(left, texts && count < showLeftBelow ? fill(texts.left, { count }) : '')
  }

  return {
    element,
    input,
    update(state: ChatState, next: WidgetTexts): void {
      texts = next
      isAnswering = state.isAnswering
      const isOff = state.visit?.agent.live === false
      input.disabled = isOff
      button.disabled = isOff
      setAttribute(input, 'aria-label', next.input)
      setAttribute(input, 'placeholder', isOff ? next.off : next.placeholder)
      setAttribute(button, 'aria-label', isAnswering ? next.stop : next.send)
      element.classList.toggle('answering', isAnswering)
      element.classList.toggle('empty', input.value.trim() === '')
    },
  }
}
