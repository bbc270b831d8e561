import type { Line } from '../chat/line.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setText } from './create-element.ts'
import { createIcon } from './icons.ts'
import { createMarkdown } from './render-markdown.ts'
import { guardLink, plainOrder } from './safe-link.ts'

/** The format of times. Its creation takes many milliseconds, so it waits for the first message. */
let timeFormat: Intl.DateTimeFormat | undefined

/** Draws a message. Messages of visitors are plain text; messages to them may contain Markdown. */
export function createMessage(role: Line['role'], onRetry: () => void) {
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

  let drawn: readonly unknown[] = []
  return {
    element,
    /**
     * @param isFirst - whether the message is the first in a group of messages by one author.
     * @param name - the name of the agent or the person who wrote it.
     */
    update(line: Line, isFirst: boolean, name: string, texts: WidgetTexts): void {
      const wanted = [line, isFirst, name, texts]
      if (wanted.every((one, at) => one === drawn[at])) return
      drawn = wanted
      draw(line.text)
      element.className = `message ${role} ${line.state}${isFirst ? ' first' : ''}`
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

function createBooking(address: string, texts: WidgetTexts): HTMLElement {
  const link = createElement('a', { class: 'chip brand' }, createIcon('calendar'), texts.chooseTime)
  guardLink(link, address)
  return link
}
