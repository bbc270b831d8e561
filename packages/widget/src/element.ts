import type { VisitorIdentity } from './contract.ts'
import { openWidget, type Widget, type WidgetEvents, type WidgetOptions } from './open-widget.ts'
import type { WidgetTextChanges } from './texts/texts.ts'

export type { VisitorIdentity } from './contract.ts'
export type { Widget, WidgetEvents, WidgetOptions } from './open-widget.ts'
export type { WidgetTextChanges, WidgetTexts } from './texts/texts.ts'

const eventTypes = ['ready', 'open', 'close', 'message', 'unread', 'error'] as const

// A server that draws pages has no elements: there, the import does nothing.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * The element `<doorkit-chat site-key="pk_…" base-url="https://chat.acme.example/site">`: the whole chat.
 * Further attributes: `lang`, `do-not-track`, `preview-token`. It fires `doorkit-ready`, `doorkit-open`,
 * `doorkit-close`, `doorkit-message`, `doorkit-unread` and `doorkit-error`, with their details.
 */
export class DoorkitChatElement extends Base {
  #widget: Widget | null = null
  #texts: WidgetTextChanges = {}

  /** The attributes whose change begins the chat anew. */
  static readonly observedAttributes: readonly string[] = ['site-key', 'base-url']

  /** Texts that replace those of the language. */
  get texts(): WidgetTextChanges {
    return this.#texts
  }
  /** Replaces texts, also while the chat is open. */
  set texts(changes: WidgetTextChanges) {
    this.#texts = changes
    this.#widget?.texts(changes)
  }

  /** Begins the chat, when the browser puts the element on the page. */
  connectedCallback(): void {
    this.#begin()
  }

  /** Ends the chat, when the browser takes the element off the page. */
  disconnectedCallback(): void {
    this.#end()
  }

  /** Begins the chat anew, when an attribute changes. */
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

  /** Signs the visitor in, with what the website's server has signed. */
  identify(identity: VisitorIdentity): void {
    this.#widget?.identify(identity)
  }

  /** Forgets the visitor, when a person signs out. */
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
