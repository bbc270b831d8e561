import { createMessageReducer, type MessageReducer } from '@doorkit/chat-stream'
import {
  browserClock,
  browserPage,
  type SiteClock,
  type SitePageState,
} from './browser-environment.ts'
import type { SiteConversation } from './contract.ts'
import { createEvents, type Events } from './event-stream.ts'
import { createMessages, type Messages } from './message-requests.ts'
import type { TokenStorage } from './token-storage.ts'
import { createVisits, read, type Visits } from './visit-requests.ts'

/** The options of {@link createSiteClient}. */
export interface SiteClientOptions {
  /** The site key: `pk_live_…` or `pk_test_…`. */
  readonly siteKey: string
  /** The URL of the site API, such as `https://chat.acme.example/site`. */
  readonly baseUrl: string
  /**
   * The storage of the visitor's tokens. Default: `localStorage`, or the memory of the page if the
   * browser blocks it.
   */
  readonly storage?: TokenStorage | undefined
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** The clock and its timers. Default: the clock of the browser. */
  readonly clock?: SiteClock | undefined
  /** The page that the client runs on. Default: the page of the browser. */
  readonly page?: SitePageState | undefined
}

/** The website's side of the chat: the operations of the site API, for a browser. */
export interface SiteClient {
  /** The visits of the visitor. */
  readonly visits: Visits
  /** The chat with the agent. */
  readonly messages: Messages
  /** The visitor's conversation. */
  readonly conversation: {
    /** Fetches the visitor's conversation with its whole transcript. */
    get(): Promise<SiteConversation>
  }
  /** The events of the conversation. */
  readonly events: Events
}

/**
 * Creates the client for a website's pages. It sends nothing by itself: start with `visits.begin()`. It
 * stores the tokens of the visitor, and renews expired ones.
 */
export const createSiteClient = (options: SiteClientOptions): SiteClient =>
  createSiteClientWith(createMessageReducer, options)

/** Creates a client with its own way to assemble messages. */
export function createSiteClientWith(
  createReducer: () => MessageReducer,
  {
    siteKey,
    baseUrl,
    storage,
    fetch = (url, init) => globalThis.fetch(url, init),
    clock = browserClock,
    page = browserPage,
  }: SiteClientOptions,
): SiteClient {
  const settings = { siteKey, baseUrl: baseUrl.replace(/\/+$/, ''), storage, fetch, clock, page }
  const calls = createVisits(settings)
  return {
    visits: calls.visits,
    messages: createMessages(settings, calls, createReducer),
    conversation: {
      get: async () => read(await calls.call({ method: 'GET', path: '/conversation' })),
    },
    events: createEvents(settings, calls),
  }
}
