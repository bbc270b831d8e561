import type { Line } from '../chat/line.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setText } from './create-element.ts'
import { createIcon } from './icons.ts'
import { createMarkdown } from './render-markdown.ts'
import { guardLink, plainOrder } from './safe-link.ts'

/** The context of a message. */
export interface MessageContext {
  /** Whether it is the first in a group of messages by one author. */
  readonly isFirst: boolean
  /** The name of the agent or the person who wrote it. */
  readonly name: string
  readonly texts: WidgetTexts
}

/** A message on the page. */
export interface MessageView {
  readonly element: HTMLElement
  update(line: Line, context: MessageContext): void
}

/** The format of times. Its creation takes many milliseconds, so it waits for the first message. */
let timeFormat: Intl.DateTimeFormat | undefined

/** Draws a message. Messages of visitors are plain text; messages to them may contain Markdown. */
export function createMessage(role: Line['role'], onRetry: () => void): MessageView {
  const author = createElement('span', { class: 'author' })
  const time = createElement('time')
  const meta = createElement('p', { class: 'meta' }, author, time)
  const bubble = createElement('div', { class: 'bubble' })
  const booking = createElement('div', { class: 'booking' })
  const note = createElement('p', { class: 'note' })
  const element = createElement('div', { class: `message ${role}` }, meta, bubble, booking, note)
  const draw =
    role === 'assistant'
      ? createMarkdown(bubble)
      : (text: string) => setText(bubble, plainOrder(text))
  if (role === 'user') bubble.dir = 'auto'

  let before: Line | undefined
  let wasFirst = false
  return {
    element,
    update(line, { isFirst, name, texts }) {
      const known = before
      if (known?.text !== line.text) draw(line.text)
      const isSame =
        wasFirst === isFirst &&
        known?.state === line.state &&
        known.at === line.at &&
        known.tools === line.tools
      before = line
      wasFirst = isFirst
      if (isSame) return
      element.className = `message ${role} ${line.state}${isFirst ? ' first' : ''}`
      // Screen readers announce a text that is set again, even if it is the same.
      setText(author, role === 'user' ? texts.you : plainOrder(name))
      author.classList.toggle('person', line.author !== null)
      time.dateTime = new Date(line.at).toISOString()
      timeFormat ??= new Intl.DateTimeFormat([], { timeStyle: 'short' })
      setText(time, timeFormat.format(line.at))
      note.replaceChildren(...noteOf(line, texts, onRetry))
      const address = line.tools.includes('booking_offered')
        ? bubble.querySelector('a')?.href
        : null
      booking.replaceChildren(...(address ? [createBooking(address, texts)] : []))
    },
  }
}

function noteOf(line: Line, texts: WidgetTexts, onRetry: () => void): (Node | string)[] {
  const { state, retryAfterMs } = line
  if (state === 'stopped') return [texts.stopped]
  if (state === 'cut') return [texts.cut]
  if (state !== 'failed') return []
  const wait = fill(texts.tooFast, { seconds: Math.ceil((retryAfterMs ?? 0) / 1_000) })
  return [
    `${retryAfterMs ? wait : texts.failed} `,
    createElement('button', { class: 'retry', onclick: onRetry }, createIcon('retry'), texts.retry),
  ]
}

/** A button that links to the booking address of a meeting. */
function createBooking(address: string, texts: WidgetTexts): HTMLElement {
  const link = createElement('a', { class: 'chip brand' }, createIcon('calendar'), texts.chooseTime)
  guardLink(link, address)
  return link
}
