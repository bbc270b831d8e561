import type { SiteConversation, Visit, VisitorIdentity } from '../contract.ts'
import type { SitePageState } from '../environment.ts'
import type { SiteClient } from '../site-client.ts'
import { hasCode } from '../site-error.ts'
import type { VisitStart } from '../visits.ts'
import { type ChatState, initialState } from './chat-state.ts'
import { followEvents } from './follow-events.ts'
import { createSending } from './send-messages.ts'
import type { TabMemory } from './tab-memory.ts'
import { createTranscript } from './transcript.ts'

/** A chat that is opened again this long after its visit began asks for all of it again. */
const staleMs = 5 * 60_000

/** A conversation without a message for this long is only followed while the chat is open. */
const quietMs = 24 * 60 * 60_000

/** What {@link createChat} needs. */
export interface ChatSettings {
  readonly client: SiteClient
  readonly page: SitePageState
  readonly memory: TabMemory
  readonly now: () => number
  /** What every visit says of itself. */
  readonly start: VisitStart
  /** Called after every change. */
  readonly onChange: (state: ChatState) => void
  /** Called with a message of the agent or a person that was not there before. */
  readonly onMessage: (message: { readonly role: string; readonly text: string }) => void
  readonly onError: (error: unknown) => void
}

/** The widget without its look: what it knows, and what a visitor can do. */
export type Chat = ReturnType<typeof createChat>

/** Creates the chat of a page. */
export function createChat(settings: ChatSettings) {
  const { client, page, memory, now, start, onChange, onMessage, onError } = settings
  const transcript = createTranscript()
  let state: ChatState = initialState
  let beganAt = Number.NEGATIVE_INFINITY
  let isChatSeen = false
  let isRemoved = false
  const seen = new Set<string>()
  let ignorePage = () => {}

  function set(change: Partial<ChatState>): void {
    if (isRemoved) return
    state = { ...state, ...change, lines: transcript.lines() }
    onChange(state)
  }

  /** Does something whose failure changes nothing for the visitor. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isRemoved) onError(error)
    }
  }

  const events = followEvents(client, {
    lastId: transcript.lastId,
    onStatus: ({ status }) => set({ status }),
    onMessage(message) {
      const isNew = transcript.take(message)
      const isOthers = message.role !== 'user'
      set(isNew && isOthers && !state.isOpen ? { unread: state.unread + 1 } : {})
      if (!isNew) return
      if (isOthers) onMessage(message)
      // Said in another tab: its answer is shown here as it is made.
      else void attempt(sending.resume)
    },
    onError,
  })

  const sending = createSending({
    client,
    transcript,
    now,
    set,
    onMessage,
    async onRefused(error) {
      // The chat may have been switched off.
      if (hasCode(error, 'conflict')) await attempt(begin)
    },
  })

  function take({ id, status, answering, messages }: SiteConversation): void {
    for (const message of messages) transcript.take(message)
    set({ status })
    if (answering) void attempt(sending.resume)
    const last = transcript.lines().at(-1)
    const isLively = id !== null && last !== undefined && now() - last.at < quietMs
    if (isLively || state.isOpen) events.start()
  }

  async function begin(): Promise<void> {
    const visit: Visit = await client.visits.begin(start)
    if (isRemoved) return
    beganAt = now()
    const { greeting, opening, identity, conversation } = visit
    set({ visit, greeting, opening, identity })
    take(conversation)
  }

  return {
    state: () => state,
    /** Begins the visit. */
    async begin(): Promise<void> {
      const isTeaserHidden = memory.read('hidden') !== null
      await attempt(begin)
      set({ isTeaserHidden })
    },
    open(): void {
      if (state.isOpen || isRemoved) return
      memory.write('open', '1')
      ignorePage = page.onChange(() => set({ isOnline: page.isOnline() }))
      set({ isOpen: true, unread: 0, isOnline: page.isOnline() })
      const isStale = now() - beganAt > staleMs
      if (isStale) void attempt(begin)
      else if (transcript.lines().length === 0 && state.visit?.conversation.id) {
        void attempt(async () => take(await client.conversation.get()))
      }
      if (state.visit) events.start()
      if (isChatSeen) return
      isChatSeen = true
      void attempt(() => client.visits.see({ seen: 'chat' }))
    },
    close(): void {
      if (!state.isOpen) return
      memory.write('open', null)
      ignorePage()
      if (transcript.lines().length === 0) events.stop()
      set({ isOpen: false, isTeaserHidden: true })
    },
    /** Whether the chat was open on the page before. */
    wasOpen: () => memory.read('open') !== null,
    hideTeaser(): void {
      memory.write('hidden', '1')
      set({ isTeaserHidden: true })
    },
    /** The opening was really seen. */
    see(): void {
      const { opening } = state
      if (!opening || seen.has(opening.variant)) return
      seen.add(opening.variant)
      void attempt(() => client.visits.see({ variant: opening.variant }))
    },
    send: sending.send,
    retry: sending.retry,
    stop: () => attempt(sending.stop),
    /** Tells of a further page, and shows what stands on it. */
    openPage: () =>
      attempt(async () => {
        if (!state.visit) return begin()
        const { opening, greeting } = await client.visits.openPage()
        set({ opening, greeting })
      }),
    identify: (identity: VisitorIdentity) =>
      attempt(async () => {
        const { conversation, identity: person } = await client.visits.identify(identity)
        sending.leave()
        transcript.clear()
        set({ identity: person, unread: 0 })
        take(conversation)
      }),
    forget: () =>
      attempt(async () => {
        sending.leave()
        events.stop()
        client.visits.forget()
        transcript.clear()
        set({ identity: null, unread: 0, status: 'open' })
        await begin()
      }),
    /** Ends everything. */
    remove(): void {
      isRemoved = true
      ignorePage()
      events.stop()
      sending.leave()
    },
  }
}
