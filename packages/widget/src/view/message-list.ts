import type { ChatState } from '../chat/chat-state.ts'
import type { Line } from '../chat/line.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createMessage, type MessageView } from './message.ts'

/** In milliseconds: after a pause longer than this, a message shows its time again. */
const pauseMs = 5 * 60_000

/**
 * Creates the transcript. Screen readers announce a message when it is complete: a growing answer is
 * next to the log, and moves into it when it ends.
 */
export function createMessageList(retry: (key: string) => void) {
  const log = createElement('div', { role: 'log', class: 'log' })
  const growing = createElement('div', { class: 'growing' })
  const dot = () => createElement('i')
  const dots = createElement('span', { class: 'dots', 'aria-hidden': 'true' }, dot(), dot(), dot())
  const typing = createElement('p', { class: 'hidden', role: 'status' })
  const waiting = createElement('div', { class: 'message assistant first waiting' }, dots)
  const views = new Map<string, MessageView>()
  let drawn: readonly Line[] = []

  function drawLine(
    line: Line,
    before: Line | undefined,
    agent: string,
    texts: WidgetTexts,
  ): Element {
    const isFirst =
      before?.role !== line.role || before.author !== line.author || line.at - before.at > pauseMs
    const view = views.get(line.key) ?? createMessage(line.role, () => retry(line.key))
    views.set(line.key, view)
    view.update(line, { isFirst, name: line.author ?? agent, texts })
    return view.element
  }

  return {
    elements: [log, growing, typing] as const,
    /** @param isQuiet - whether the messages were there before, and must not be announced. */
    update(state: ChatState, texts: WidgetTexts, isQuiet: boolean): void {
      const { lines, visit, isAnswering } = state
      const agent = visit?.agent.name ?? ''
      setAttribute(log, 'aria-label', texts.log)
      setAttribute(log, 'aria-live', isQuiet ? 'off' : 'polite')
      if (drawn !== lines) {
        const keys = new Set(lines.map(({ key }) => key))
        for (const [key, { element }] of views) {
          if (keys.has(key)) continue
          element.remove()
          views.delete(key)
        }
        let next = log.firstChild
        for (const [at, line] of lines.entries()) {
          const element = drawLine(line, lines[at - 1], agent, texts)
          if (line.state === 'streaming') {
            // An element that is inserted again starts its animation again.
            if (element.parentNode !== growing) growing.append(element)
          } else if (element === next) next = next.nextSibling
          else log.insertBefore(element, next)
        }
        drawn = lines
      }
      const isWaiting = isAnswering && !lines.some((line) => line.state === 'streaming')
      if (isWaiting && !waiting.isConnected) growing.append(waiting)
      if (!isWaiting) waiting.remove()
      setText(typing, isWaiting ? fill(texts.typing, { name: agent }) : '')
    },
  }
}
