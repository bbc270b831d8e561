import { browserPage } from './browser-environment.ts'
import { createChat } from './chat/create-chat.ts'
import { followPages } from './chat/follow-pages.ts'
import { createTabMemory } from './chat/tab-memory.ts'
import type { VisitorIdentity } from './contract.ts'
import { createSiteClientWith } from './site-client.ts'
import type { SiteError } from './site-error.ts'
import { createTextReducer } from './text-reducer.ts'
import { textsOf } from './texts/translations.ts'
import type { WidgetTextChanges, WidgetTexts } from './texts/widget-texts.ts'
import { createView } from './view/create-view.ts'

/** The options of the widget. */
export interface WidgetOptions {
  /** The site key: `pk_live_…` or `pk_test_…`. */
  readonly siteKey: string
  /** The URL of the site API, such as `https://chat.acme.example/site`. */
  readonly baseUrl: string
  /**
   * The language of the texts, such as `de`. Default: the language of the page, or else of the browser.
   */
  readonly lang?: string | undefined
  /** Texts that replace texts of the language. */
  readonly texts?: WidgetTextChanges | undefined
  /**
   * Whether to store no visitor id with the visit, so that it cannot be connected with another visit.
   * Default: false.
   */
  readonly doNotTrack?: boolean | undefined
  /**
   * A token that the host made for a member of the team. With it, the visit is a preview, which the
   * analytics do not count.
   */
  readonly previewToken?: string | undefined
}

/** The events that a page can listen to, with the values that their listeners get. */
export interface WidgetEvents {
  /** The visit has begun, and the widget has been drawn. */
  readonly ready: undefined
  readonly open: undefined
  readonly close: undefined
  /** A new message of the agent or a person. */
  readonly message: { readonly role: string; readonly text: string }
  /** How many messages of the agent or a person arrived while the chat was closed. */
  readonly unread: number
  /** Something failed. For a message or an answer there is no event, because the chat shows the failure. */
  readonly error: SiteError | Error
}

/** A widget on the page. */
export interface Widget {
  /** Opens the chat as soon as the visit has begun. */
  open(): void
  /** Closes the chat. */
  close(): void
  /** Signs the visitor in with the signature of the website's server. */
  identify(identity: VisitorIdentity): void
  /** Forgets the visitor; call it when the visitor signs out. */
  forget(): void
  /** Reports another page. Needed only if the address of the page does not change. */
  page(): void
  /** Replaces texts. */
  texts(changes: WidgetTextChanges): void
  /**
   * Calls the listener for every event of a type. If the event `ready` has already happened, its
   * listener is called immediately.
   */
  on<Type extends keyof WidgetEvents>(
    type: Type,
    listener: (detail: WidgetEvents[Type]) => void,
  ): void
  /** Moves the widget, with everything in it, into another element. */
  moveTo(host: HTMLElement): void
  /** Removes the widget from the page, and ends all that it does. */
  remove(): void
}

const rightToLeft = /^(?:ar|dv|fa|he|ks|ku|ps|sd|ug|ur|yi)\b/i

/** Adds the widget to an element, and begins the visit. If the visit fails, the event `error` says why. */
export function openWidget(host: HTMLElement, options: WidgetOptions): Widget {
  const { siteKey, baseUrl, lang, doNotTrack, previewToken } = options
  const listeners = new Map<keyof WidgetEvents, readonly ((detail: never) => void)[]>()
  const page = document.documentElement
  const tags = [lang, page.lang, ...navigator.languages]
  let texts: WidgetTexts = { ...textsOf(tags), ...options.texts }
  let frame = 0
  let opensWhenReady = false
  let isReady = false

  function callListener(listener: (detail: never) => void, detail: unknown): void {
    try {
      listener(detail as never)
    } catch (error) {
      // The page's own listener threw the error, so the page's error handlers get it.
      reportError(error)
    }
  }

  function tell<Type extends keyof WidgetEvents>(type: Type, detail: WidgetEvents[Type]): void {
    for (const listener of listeners.get(type) ?? []) callListener(listener, detail)
  }

  const onError = (error: unknown) => tell('error', error as Error)
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  const draw = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      guarded(() => view.draw(chat.state(), texts))
    })
  }

  const chat = createChat({
    client: createSiteClientWith(createTextReducer, { siteKey, baseUrl }),
    page: browserPage,
    memory: createTabMemory(siteKey),
    now: () => Date.now(),
    start: {
      ...(doNotTrack && { do_not_track: true }),
      ...(previewToken && { preview_token: previewToken }),
    },
    onChange({ unread, isOpen }, before) {
      draw()
      if (before.isOpen !== isOpen) tell(isOpen ? 'open' : 'close', undefined)
      if (before.unread !== unread) tell('unread', unread)
    },
    onMessage: ({ role, text }) => tell('message', { role, text }),
    onError,
  })
  const view = createView(chat)
  const moveTo = (host: HTMLElement) => {
    const isRightToLeft = rightToLeft.test(lang ?? '') || getComputedStyle(page).direction === 'rtl'
    host.dir = isRightToLeft ? 'rtl' : 'ltr'
    view.moveTo(host)
  }
  moveTo(host)
  const ignorePages = followPages(() => void chat.openPage())
  void chat.begin().then(() => {
    if (!chat.state().visit) return
    guarded(() => {
      view.draw(chat.state(), texts)
      if (opensWhenReady || chat.wasOpen()) view.open(opensWhenReady)
    })
    isReady = true
    tell('ready', undefined)
  })

  return {
    open() {
      if (chat.state().visit) guarded(() => view.open(true))
      else opensWhenReady = true
    },
    close() {
      opensWhenReady = false
      guarded(view.close)
    },
    identify: (identity) => void chat.identify(identity),
    forget: () => void chat.forget(),
    page: () => void chat.openPage(),
    texts(changes) {
      texts = { ...texts, ...changes }
      draw()
    },
    on(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
      if (type === 'ready' && isReady) callListener(listener, undefined)
    },
    moveTo,
    remove() {
      cancelAnimationFrame(frame)
      ignorePages()
      chat.remove()
      view.remove()
    },
  }
}
