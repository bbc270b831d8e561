import type { SitePageState } from '../browser-environment.ts'
import type { SiteConversation, SiteStatus, VisitorIdentity } from '../contract.ts'
import type { SiteClient } from '../site-client.ts'
import { hasCode } from '../site-error.ts'
import type { VisitStart } from '../visit-requests.ts'
import { type ChatState, initialState } from './chat-state.ts'
import { followEvents } from './follow-events.ts'
import { createSender } from './send-messages.ts'
import type { TabMemory } from './tab-memory.ts'
import { createTranscript } from './transcript.ts'

/** If the visit began longer ago than this, opening the chat begins it again. */
const staleMs = 5 * 60_000

/** If the last message is older than this, the page follows the conversation only when the chat is opened. */
const quietMs = 24 * 60 * 60_000

export interface ChatSettings {
  readonly client: SiteClient
  readonly page: SitePageState
  readonly memory: TabMemory
  readonly now: () => number
  /** The input of every visit. */
  readonly start: VisitStart
  readonly onChange: (state: ChatState, before: ChatState) => void
  /** Called with each new message of the agent or a person. */
  readonly onMessage: (message: { readonly role: string; readonly text: string }) => void
  readonly onError: (error: unknown) => void
}

/** The widget without its view: its state, and the actions of the visitor. */
export type Chat = ReturnType<typeof createChat>

export function createChat(settings: ChatSettings) {
  const { client, page, memory, now, start, onChange, onMessage, onError } = settings
  const transcript = createTranscript()
  let state: ChatState = initialState
  let beganAt = 0
  let isChatSeen = false
  let isRemoved = false
  const seen = new Set<string>()
  let ignorePage = () => {}

  function set(change: Partial<ChatState>): void {
    if (isRemoved) return
    const before = state
    state = { ...state, ...change, lines: transcript.lines() }
    onChange(state, before)
  }

  /** Runs work whose failure is reported to the page, but not shown to the visitor. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isRemoved) onError(error)
    }
  }

  /** Reports a message of the agent or a person, and counts it if the chat is closed. */
  const reportMessage: ChatSettings['onMessage'] = (message) => {
    if (!state.isOpen) set({ unread: state.unread + 1 })
    onMessage(message)
  }

  const events = followEvents(client, {
    lastId: transcript.lastId,
    onStatus: showStatus,
    onMessage(message) {
      const isNew = transcript.add(message)
      set({})
      if (!isNew) return
      if (message.role !== 'user') reportMessage(message)
      // The message was written in another tab: show its answer here while it is made.
      else void attempt(sender.resume)
    },
    onError,
    onErased: () => void attempt(beginAfresh),
  })

  const sender = createSender({
    client,
    transcript,
    now,
    set,
    onMessage: reportMessage,
    async onFailed(error) {
      // The chat may have been switched off in the meantime.
      if (hasCode(error, 'conflict')) await attempt(begin)
    },
  })

  function clearConversation(): void {
    events.stop()
    sender.leave()
    transcript.clear()
    set({ identity: null, unread: 0, status: 'open', person: null })
  }

  function showStatus({ status, team }: Pick<SiteStatus, 'status' | 'team'>): void {
    // A server of another version may say nothing about the team.
    set({ status, person: (team as typeof team | undefined)?.person?.name ?? null })
  }

  function showConversation(conversation: SiteConversation): void {
    const { id, answering, messages } = conversation
    for (const message of messages) transcript.add(message)
    showStatus(conversation)
    if (answering) void attempt(sender.resume)
    const last = transcript.lines().at(-1)
    const isRecent = id !== null && last !== undefined && now() - last.at < quietMs
    if (isRecent || state.isOpen) events.start()
  }

  async function begin(): Promise<void> {
    const visit = await client.visits.begin(start)
    if (isRemoved) return
    beganAt = now()
    const { greeting, opening, identity, conversation } = visit
    set({ visit, greeting, opening, identity })
    showConversation(conversation)
  }

  function beginAfresh(): Promise<void> {
    clearConversation()
    return begin()
  }

  return {
    state: () => state,
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
        void attempt(async () => showConversation(await client.conversation.get()))
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
    /** Whether the chat was open on the previous page. */
    wasOpen: () => memory.read('open') !== null,
    hideTeaser(): void {
      memory.write('hidden', '1')
      set({ isTeaserHidden: true })
    },
    /** Reports that the visitor has seen the opening. */
    see(): void {
      const { opening } = state
      if (!opening || seen.has(opening.variant)) return
      seen.add(opening.variant)
      void attempt(() => client.visits.see({ variant: opening.variant }))
    },
    send: sender.send,
    retry: sender.retry,
    stop: () => attempt(sender.stop),
    /** Reports another page, and shows its opening and greeting. */
    openPage: () =>
      attempt(async () => {
        if (!state.visit) return begin()
        const { opening, greeting } = await client.visits.openPage()
        set({ opening, greeting })
      }),
    identify: (identity: VisitorIdentity) =>
      attempt(async () => {
        const { conversation, identity: person } = await client.visits.identify(identity)
        clearConversation()
        set({ identity: person })
        showConversation(conversation)
      }),
    forget: () =>
      attempt(() => {
        client.visits.forget()
        return beginAfresh()
      }),
    /** Ends the chat and all that it started. */
    remove(): void {
      isRemoved = true
      ignorePage()
      events.stop()
      sender.leave()
    },
  }
}
