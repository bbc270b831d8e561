import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/create-chat.ts'
import { fill, type WidgetTexts } from '../texts/widget-texts.ts'
import { createAvatar } from './avatar.ts'
import { createChatButtons } from './chat-button.ts'
import { createComposer } from './composer.ts'
import { createElement, setAttribute, setText } from './create-element.ts'
import { createIcon, type IconName } from './icons.ts'
import { createMessageList } from './message-list.ts'
import { plainOrder } from './safe-link.ts'
import { createScroller } from './scroller.ts'
import { appendSafeHtml } from './show-button-html.ts'
import { buttonsOf, welcomeOf } from './teaser.ts'

type QuickButton = [icon: IconName, label: string, message: string]

export function createPanel(chat: Chat, close: () => void) {
  const avatar = createAvatar()
  const title = createElement('h2', { class: 'title', dir: 'auto', id: 'title' })
  const subtitle = createElement('p', { class: 'subtitle', dir: 'auto' })
  const closeButton = createElement(
    'button',
    { class: 'quiet', onclick: close },
    createIcon('close'),
  )
  const banner = createElement('p', { class: 'banner', role: 'status', dir: 'auto' })
  const welcome = createElement('p', { class: 'welcome', dir: 'auto' })
  const chips = createChatButtons({ send, showHtml })
  const list = createMessageList((key) => {
    chat.retry(key)
    focus()
  })
  const card = createElement('div', { class: 'html', dir: 'auto' })
  const scroller = createScroller([welcome, chips.element, ...list.elements, card])
  const composer = createComposer(chat)
  const quick = createElement('div', { class: 'quick' })
  const signedIn = createElement('p', { class: 'signed-in', dir: 'auto' })
  const element = createElement(
    'dialog',
    {
      class: 'panel',
      'aria-labelledby': 'title',
      tabindex: -1,
      oncancel: leave,
      onkeydown: (event) => {
        const { key, isComposing } = event as KeyboardEvent
        if (key === 'Escape' && !isComposing) leave(event)
      },
    },
    createElement(
      'header',
      {},
      avatar.element,
      createElement('div', { class: 'names' }, title, subtitle),
      closeButton,
    ),
    banner,
    scroller.element,
    createElement('footer', {}, quick, composer.element, signedIn),
  )
  let isDrawn = false

  /** Closes the chat. The key that closes it must not also close something else on the page. */
  function leave(event: Event): void {
    event.stopPropagation()
    event.preventDefault()
    close()
  }

  /**
   * Focuses the field. On a touch screen, where a keyboard would appear, or if the field is disabled, it
   * focuses the chat window.
   */
  function focus(): void {
    const isTouch = matchMedia('(pointer: coarse)').matches
    ;(isTouch || composer.input.disabled ? element : composer.input).focus()
  }

  /** Sends the message of a button. The button may disappear then, so the focus moves away from it. */
  function send(text: string): void {
    chat.send(text)
    focus()
  }

  function showHtml(html: string, label: string): void {
    const heading = createElement('strong', {}, label)
    const body = createElement('div')
    appendSafeHtml(body, html)
    card.replaceChildren(heading, body)
    scroller.toEnd()
  }

  function quickButton(icon: IconName, label: string, message: string): HTMLElement {
    const onclick = () => send(message)
    const attributes = { class: 'chip ghost size-sm corners-pill', onclick }
    return createElement('button', attributes, createIcon(icon), label)
  }

  function updateQuick({ visit, status, lines }: ChatState, texts: WidgetTexts): void {
    quick.hidden = !visit?.agent.live || status !== 'open' || lines.length === 0
    const wanted: QuickButton[] = []
    if (visit?.enabled.handoff) wanted.push(['person', texts.person, texts.personMessage])
    if (visit?.enabled.booking) wanted.push(['calendar', texts.meeting, texts.meetingMessage])
    const key = wanted.map(([, label]) => label).join('\n')
    if (quick.dataset.key === key) return
    quick.dataset.key = key
    quick.replaceChildren(...wanted.map((one) => quickButton(...one)))
  }

  return {
    element,
    focus,
    welcome,
    showHtml,
    toEnd: scroller.toEnd,
    update(state: ChatState, texts: WidgetTexts): void {
      const { visit, identity } = state
      const appearance = visit?.appearance
      avatar.update(visit?.agent.name ?? '', appearance?.avatar_url ?? null)
      setText(title, plainOrder(appearance?.title || visit?.agent.name || ''))
      setText(subtitle, plainOrder(appearance?.subtitle ?? ''))
      setAttribute(closeButton, 'aria-label', texts.close)
      setText(banner, bannerOf(state, texts))
      banner.className = `banner ${state.status}${state.isOnline ? '' : ' offline'}`
      setText(welcome, plainOrder(welcomeOf(state) ?? texts.welcome))
      setText(signedIn, identity ? fill(texts.signedIn, { email: identity.email }) : '')
      chips.update(state.lines.length === 0 && visit?.agent.live ? buttonsOf(state) : [])
      updateQuick(state, texts)
      composer.update(state, texts)
      list.update(state, texts, !isDrawn || !element.open)
      isDrawn = visit !== null
      scroller.update(texts, state.lines)
    },
  }
}

/** The text of the banner: if several apply, the most urgent one. */
function bannerOf({ isOnline, visit, status, person }: ChatState, texts: WidgetTexts): string {
  if (!isOnline) return texts.offline
  if (visit?.agent.live === false) return texts.off
  if (person !== null) return fill(texts.withPerson, { name: plainOrder(person) })
  if (status === 'handed_off') return texts.handedOff
  return status === 'booked' ? texts.booked : ''
}
