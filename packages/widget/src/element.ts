import type { VisitorIdentity } from './contract.ts'
import { openWidget, type Widget, type WidgetEvents } from './open-widget.ts'
import type { WidgetTextChanges } from './texts/widget-texts.ts'

export type { VisitorIdentity } from './contract.ts'
export type { Widget, WidgetEvents, WidgetOptions } from './open-widget.ts'
export type { WidgetTextChanges, WidgetTexts } from './texts/widget-texts.ts'

const eventTypes = ['ready', 'open', 'close', 'message', 'unread', 'error'] as const

// A server that renders pages has no elements, so there the import does nothing.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * How long a chat outlives its element, in milliseconds. A website that changes pages without loading
 * them may insert another element for the next page.
 */
const moveMs = 1_000

/** A chat, and the element that it is in. */
interface PlacedChat {
  readonly widget: Widget
  element: DoorkitChatElement
  isReady: boolean
}

/** The chats of the page, by their options. */
const chats = new Map<string, PlacedChat>()

/**
 * The element `<doorkit-chat site-key="pk_…" base-url="https://chat.acme.example/site">`: the whole
 * chat. Further attributes: `lang`, `do-not-track`, `preview-token`. It fires the events
 * `doorkit-ready`, `doorkit-open`, `doorkit-close`, `doorkit-message`, `doorkit-unread` and
 * `doorkit-error`. The `detail` of each is the value in {@link WidgetEvents}.
 *
 * If another element with the same attributes replaces this one, the chat moves into it unchanged.
 */
export class DoorkitChatElement extends Base {
  #key = ''
  #texts: WidgetTextChanges = {}
  #hasBegun = false

  /** The attributes whose change restarts the chat. */
  static readonly observedAttributes: readonly string[] = ['site-key', 'base-url']

  /** Texts that replace texts of the language. */
  get texts(): WidgetTextChanges {
    return this.#texts
  }
  /** Replaces texts, even while the chat is open. */
  set texts(changes: WidgetTextChanges) {
    this.#texts = changes
    this.#widget?.texts(changes)
  }

  /** Starts the chat when the browser inserts the element into the page. */
  connectedCallback(): void {
    this.#hasBegun = true
    this.#begin()
  }

  /** Ends the chat when the browser has removed the element, and nothing has taken its place. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isConnected) this.#end()
    }, moveMs)
  }

  /** Restarts the chat when `site-key` or `base-url` changes. */
  attributeChangedCallback(): void {
    // The browser also reports the attributes that the element has before it is inserted.
    if (!this.#hasBegun) return
    this.#end()
    this.#begin()
  }

  /** Opens the chat. */
  open(): void {
    this.#widget?.open()
  }

  /** Closes the chat. */
  close(): void {
    this.#widget?.close()
  }

  /** Signs the visitor in with the signature of the website's server. */
  identify(identity: VisitorIdentity): void {
    this.#widget?.identify(identity)
  }

  /** Forgets the visitor; call it when the visitor signs out. */
  forget(): void {
    this.#widget?.forget()
  }

  /** The chat that is in this element. */
  get #widget(): Widget | undefined {
    const chat = chats.get(this.#key)
    return chat?.element === this ? chat.widget : undefined
  }

  #begin(): void {
    const siteKey = this.getAttribute('site-key')
    const baseUrl = this.getAttribute('base-url')
    if (!siteKey || !baseUrl || !this.isConnected) return
    const doNotTrack = this.getAttribute('do-not-track') ?? 'false'
    const options = {
      siteKey,
      baseUrl,
      lang: this.getAttribute('lang') ?? undefined,
      doNotTrack: doNotTrack !== 'false',
      previewToken: this.getAttribute('preview-token') ?? undefined,
    }
    this.#key = JSON.stringify(options)
    const known = chats.get(this.#key)
    if (known) {
      known.element = this
      known.widget.moveTo(this)
      known.widget.texts(this.#texts)
      // The event waits until the page has added its listeners.
      if (known.isReady) setTimeout(() => this.dispatchEvent(new CustomEvent('doorkit-ready')))
      return
    }
    const widget = openWidget(this, { ...options, texts: this.#texts })
    const chat: PlacedChat = { widget, element: this, isReady: false }
    chats.set(this.#key, chat)
    for (const type of eventTypes) {
      widget.on(type, (detail: WidgetEvents[typeof type]) => {
        chat.isReady ||= type === 'ready'
        chat.element.dispatchEvent(new CustomEvent(`doorkit-${type}`, { detail }))
      })
    }
  }

  #end(): void {
    if (!this.#widget) return
    this.#widget.remove()
    chats.delete(this.#key)
  }
}

if (globalThis.customElements && !customElements.get('doorkit-chat')) {
  customElements.define('doorkit-chat', DoorkitChatElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'doorkit-chat': DoorkitChatElement
  }
}
