import type { VisitorIdentity } from './contract.ts'
import { openWidget, type Widget, type WidgetEvents, type WidgetOptions } from './open-widget.ts'
import type { WidgetTextChanges } from './texts/texts.ts'

export type { VisitorIdentity } from './contract.ts'
export type { Widget, WidgetEvents, WidgetOptions } from './open-widget.ts'
export type { WidgetTextChanges, WidgetTexts } from './texts/texts.ts'

const eventTypes = ['ready', 'open', 'close', 'message', 'unread', 'error'] as const

// A server that renders pages has no elements, so there the import does nothing.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * The element `<doorkit-chat site-key="pk_…" base-url="https://chat.acme.example/site">`: the whole
 * chat. Further attributes: `lang`, `do-not-track`, `preview-token`. It fires the events
 * `doorkit-ready`, `doorkit-open`, `doorkit-close`, `doorkit-message`, `doorkit-unread` and
 * `doorkit-error`, with details.
 */
export class DoorkitChatElement extends Base {
  #widget: Widget | null = null
  #texts: WidgetTextChanges = {}

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
    this.#begin()
  }

  /** Ends the chat when the browser removes the element from the page. */
  disconnectedCallback(): void {
    this.#end()
  }

  /** Restarts the chat when an attribute changes. */
  attributeChangedCallback(): void {
    if (!this.#widget) return
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

  /** Forgets the visitor; call it when a person signs out. */
  forget(): void {
    this.#widget?.forget()
  }

  #begin(): void {
    const siteKey = this.getAttribute('site-key')
    const baseUrl = this.getAttribute('base-url')
    if (!siteKey || !baseUrl || !this.isConnected) return
    const options: WidgetOptions = {
      siteKey,
      baseUrl,
      lang: this.getAttribute('lang') ?? undefined,
      texts: this.#texts,
      doNotTrack: this.hasAttribute('do-not-track'),
      previewToken: this.getAttribute('preview-token') ?? undefined,
    }
    const widget = openWidget(this, options)
    this.#widget = widget
    for (const type of eventTypes) {
      widget.on(type, (detail: WidgetEvents[typeof type]) => {
        this.dispatchEvent(new CustomEvent(`doorkit-${type}`, { detail }))
      })
    }
  }

  #end(): void {
    this.#widget?.remove()
    this.#widget = null
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
