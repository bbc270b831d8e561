import type { ChatState } from '../chat/chat-state.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createMessage } from './message.ts'

/** After a longer pause, a message of the agent or a person shows its author and time again. */
const pauseMs = 5 * 60_000

/**
 * Creates the transcript. A growing answer is next to the log, and moves into the log when the answer
 * ends, so that screen readers announce only complete messages.
 */
export function createMessageList(retry: (key: string) => void) {
  const log = createElement('div', { role: 'log', class: 'log' })
  const growing = createElement('div', { class: 'growing' })
  const dot = () => createElement('i')
  const dots = createElement('span', { class: 'dots', 'aria-hidden': 'true' }, dot(), dot(), dot())
  const typing = createElement('p', { class: 'hidden', role: 'status' })
  const waiting = createElement('div', { class: 'message assistant first waiting' }, dots)
  const views = new Map<string, ReturnType<typeof createMessage>>()

  return {
    elements: [log, growing, typing] as const,
    /** @param isQuiet - whether the messages were there before, and must not be announced. */
    update({ lines, visit, isAnswering }: ChatState, texts: WidgetTexts, isQuiet: boolean): void {
      const agent = visit?.agent.name ?? ''
      setAttribute(log, 'aria-label', texts.log)
      setAttribute(log, 'aria-live', isQuiet ? 'off' : 'polite')
      const keys = new Set(lines.map(({ key }) => key))
      for (const [key, { element }] of views) {
        if (keys.has(key)) continue
        element.remove()
        views.delete(key)
      }
      let next = log.firstChild
      for (const [at, line] of lines.entries()) {
        const { key, role, author, state } = line
        const before = lines[at - 1]
        const isFirst =
          before?.role !== role || before.author !== author || line.at - before.at > pauseMs
        const view = views.get(key) ?? createMessage(role, () => retry(key))
        views.set(key, view)
        view.update(line, isFirst, author ?? agent, texts)
        const { element } = view
        if (state === 'streaming') {
          // An element that is inserted again starts its animation again.
          if (element.parentNode !== growing) growing.append(element)
        } else if (element === next) next = next.nextSibling
        else log.insertBefore(element, next)
      }
      const isWaiting = isAnswering && !lines.some((line) => line.state === 'streaming')
      if (isWaiting && !waiting.isConnected) growing.append(waiting)
      if (!isWaiting) waiting.remove()
      setText(typing, isWaiting ? fill(texts.typing, { name: agent }) : '')
    },
  }
}
