import type { ChatChunk } from '@doorkit/chat-stream'
import { type ChatAction, Email, limits } from '@doorkit/models'
import type { AgentSettings } from '../collections/agent-settings.ts'
import type { StoredChatSession } from '../collections/chat-session.ts'
import { readTranscript } from '../collections/message.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import { searchKnowledge } from '../knowledge/search.ts'
import type { AgentTurn } from '../ports/agent.ts'
import type { Services } from '../services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { keepableText } from '../text/keepable-text.ts'
import { collectText } from './answer-text.ts'

/** What an agent did in a turn: nothing of it is stored yet. */
export interface TurnResult {
  readonly userText: string
  readonly receivedAt: number
  readonly text: string
  readonly actions: readonly ChatAction[]
  readonly lead: { email: string; firstName: string | null; lastName: string | null } | null
  readonly handoffReason: string | null
}

/** A turn to run. */
export interface TurnRequest {
  readonly workspace: StoredWorkspace
  readonly session: StoredChatSession
  readonly text: string
  /** Called with each chunk of the answer as it comes, `start` and `finish` left out. */
  readonly onChunk?: ((chunk: ChatChunk) => void) | undefined
}

const framing = new Set(['start', 'finish'])

/**
 * Lets the agent answer one message.
 *
 * @throws Failure `internal_error` with status 502 when it fails, takes more than 60 seconds, or
 * the server closes.
 */
export async function runTurn(services: Services, request: TurnRequest): Promise<TurnResult> {
  const { workspace, session, onChunk } = request
  const controller = new AbortController()
  const cancel = services.clock.after(limits.chatTurnSeconds * 1_000, () =>
    controller.abort(new Error('The turn took too long.')),
  )
  const onClose = () => controller.abort(services.closing.reason)
  services.closing.addEventListener('abort', onClose, { once: true })
  const receivedAt = services.clock.now()
  const effects = createEffects(services, workspace)
  const text = collectText()
  try {
    const transcript = await readTranscript(services.store, session.keys.conversation)
    const reply = services.agent.reply({
      workspace: { id: workspace.id, name: workspace.data.name, website: workspace.data.website },
      agent: briefing(workspace.data.agent),
      messages: [...transcript, { role: 'user', text: request.text }],
      visitor: session.data.visitor,
      context: session.data.context,
      tools: effects.tools,
      signal: controller.signal,
    })
    for await (const chunk of untilAborted(reply, controller.signal)) {
      if (chunk.type === 'error') throw new Error('The agent reported an error.')
      if (framing.has(chunk.type)) continue
      text.add(chunk)
      onChunk?.(chunk)
    }
  } catch (cause) {
    services.logger.error({ session: session.id, error: cause }, 'The agent could not answer.')
    const detail = 'The agent could not answer. Send the message again in a moment.'
    throw new Failure('internal_error', detail, { status: 502, cause })
  } finally {
    cancel()
    services.closing.removeEventListener('abort', onClose)
  }
  // A model may break off in the middle of a character.
  return {
    userText: request.text,
    receivedAt,
    text: keepableText(text.read()),
    ...effects.result(),
  }
}

/** What an agent is told about itself: all but the addresses of the team. */
function briefing({ name, instructions, tone, language, handoff }: AgentSettings) {
  return { name, instructions, tone, language, handoff: { enabled: handoff.enabled } }
}

/** The tools of a turn, and what was done with them. */
function createEffects(services: Services, workspace: StoredWorkspace) {
  const actions = new Map<ChatAction['type'], ChatAction>()
  let lead: TurnResult['lead'] = null
  let handoffReason: string | null = null
  const tools: AgentTurn['tools'] = {
    searchKnowledge(query, limit = 5) {
      actions.set('searched_knowledge', { type: 'searched_knowledge' })
      return searchKnowledge(services.store, workspace.id, query, limit)
    },
    captureLead({ email, firstName, lastName }) {
      if (!Email.safeParse(email).success) return
      lead = { email, firstName: nameOf(firstName), lastName: nameOf(lastName) }
    },
    requestHandoff(reason) {
      if (!workspace.data.agent.handoff.enabled) return
      actions.set('handoff_requested', { type: 'handoff_requested' })
      handoffReason = keepableText(reason)
    },
    offerMeeting() {
      const { enabled, url } = workspace.data.agent.booking
      const booking_url = enabled ? url : null
      actions.set('booking_offered', { type: 'booking_offered', booking_url })
      return { bookingUrl: booking_url }
    },
  }
  return { tools, result: () => ({ actions: [...actions.values()], lead, handoffReason }) }
}

/** As long as the name of a contact may be. */
function nameOf(given: string | undefined): string | null {
  return firstCharacters(keepableText(given ?? '').trim(), 200) || null
}

/** Ends with the signal's reason even when the agent does not listen to the signal. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  // Nobody may be waiting when the signal fires.
  aborted.catch(() => {})
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (signal.aborted) iterator.return?.()?.catch?.(() => {})
  }
}
