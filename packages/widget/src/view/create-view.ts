import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/create-chat.ts'
import type { WidgetTexts } from '../texts/widget-texts.ts'
import { brandColors } from './brand-colors.ts'
import { createElement } from './create-element.ts'
import { fitViewport } from './fit-viewport.ts'
import { createLauncher } from './launcher.ts'
import { createPanel } from './panel.ts'
import styles from './styles.css'
import { createTeaser } from './teaser.ts'
import { whenSeen } from './when-seen.ts'

/**
 * The screens that the chat fills: phones, and others at a large zoom. The style sheet has the same
 * condition.
 */
const fullScreen = '(max-width: 479px), (max-height: 479px)'

/** Draws a chat. `moveTo` puts it into an element. */
export function createView(chat: Chat) {
  let root: ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const launcher = createLauncher(() => (chat.state().isOpen ? close() : open(true)))
  const teaser = createTeaser({
    open: () => open(true),
    hide: () => {
      chat.hideTeaser()
      launcher.element.focus()
    },
    send: (text) => {
      open(true)
      chat.send(text)
    },
    showHtml: (html, label) => {
      open(true)
      panel?.showHtml(html, label)
    },
  })
  const frame = createElement(
    'div',
    { class: 'frame', hidden: true },
    teaser.element,
    launcher.element,
  )
  let panel: ReturnType<typeof createPanel> | undefined
  let drawn: ChatState | undefined
  let texts: WidgetTexts | undefined
  /** The color from which the colors of the frame were made. */
  let painted = ''
  let watched: string | null = null
  let ignoreSight = () => {}
  let openedFrom: Element | null = null
  let leaveViewport = () => {}
  let showAgain = () => {}

  /** @param takesFocus - false if the visitor has not asked for the chat. */
  function open(takesFocus: boolean): void {
    if (chat.state().isOpen) return
    openedFrom = takesFocus ? (root.activeElement ?? document.activeElement) : null
    panel ??= createPanel(chat, close)
    const { element, focus } = panel
    chat.open()
    // The chat is drawn before it is on the page, so that the browser computes its style and layout
    // once.
    drawNow()
    const media = matchMedia(fullScreen)
    let leaveFit = () => {}
    const show = (hasFocus: boolean) => {
      const isFull = media.matches
      leaveFit()
      leaveFit = isFull ? fitViewport(element) : () => {}
      if (!element.isConnected) frame.append(element)
      element.close()
      // A chat that fills the screen also keeps the focus away from the page behind it.
      if (isFull) element.showModal()
      // `element.show()` would move the focus.
      else element.open = true
      if (isFull || hasFocus) focus()
    }
    showAgain = () => show(root.activeElement !== null)
    show(takesFocus)
    media.addEventListener('change', showAgain)
    leaveViewport = () => {
      media.removeEventListener('change', showAgain)
      leaveFit()
    }
  }

  function close(): void {
    if (!chat.state().isOpen) return
    const hadFocus = root.activeElement !== null || panel?.element.matches(':modal')
    leaveViewport()
    chat.close()
    // The button that gets the focus may be hidden until the closed chat is drawn.
    drawNow()
    panel?.element.close()
    if (!hadFocus) return
    const isShown = openedFrom !== document.body && openedFrom?.checkVisibility()
    const target = isShown ? (openedFrom as HTMLElement) : launcher.element
    target.focus()
  }

  /** Watches the opening of the page, in the teaser or in the chat, until the visitor has seen it. */
  function watchOpening(state: ChatState): void {
    const { greeting, opening } = state
    const place = state.isOpen ? panel?.welcome : teaser.card
    const isShown = opening && !greeting && place && (state.isOpen || !teaser.element.hidden)
    const wanted = isShown ? `${opening.variant} ${state.isOpen}` : null
    if (wanted === watched) return
    watched = wanted
    ignoreSight()
    ignoreSight = () => {}
    if (isShown && place) {
      ignoreSight = whenSeen(place, () => {
        ignoreSight()
        chat.see()
      })
    }
  }

  function drawNow(): void {
    if (texts) draw(chat.state(), texts)
  }

  function draw(state: ChatState, next: WidgetTexts): void {
    if (state === drawn && next === texts) return
    drawn = state
    texts = next
    const { visit } = state
    // The style is read before any change: after one, the browser would have to compute it again.
    const own = getComputedStyle(root.host).getPropertyValue('--doorkit-color')
    const isOff = visit?.agent.live === false && state.lines.length === 0
    // A chat that is switched off and has nothing to show must not cover the page.
    frame.hidden = !visit || (isOff && !state.isOpen)
    if (!visit) return
    const { position, theme, color } = visit.appearance
    if (painted !== (own || color)) {
      painted = own || color
      const colors = Object.entries(brandColors(painted))
      for (const [name, value] of colors) frame.style.setProperty(`--${name}`, value)
    }
    frame.className = `frame ${position} ${theme}${state.isOpen ? ' is-open' : ''}`
    launcher.update(state, next)
    teaser.update(state, next)
    panel?.update(state, next)
    watchOpening(state)
  }

  return {
    draw,
    open,
    close,
    /** Puts everything into the shadow root of an element. */
    moveTo(host: HTMLElement): void {
      root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      root.replaceChildren(frame)
      // An open panel is no longer modal after it has moved to another element.
      if (chat.state().isOpen) showAgain()
      panel?.toEnd()
    },
    remove(): void {
      leaveViewport()
      ignoreSight()
      root.replaceChildren()
      root.adoptedStyleSheets = []
    },
  }
}
