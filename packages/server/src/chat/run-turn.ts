import type { ChatChunk } from '@doorkit/chat-stream'
import { limits } from '@doorkit/models'
import { unlessAborted } from '@doorkit/store'
import type { StoredWorkspace } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { keepableText } from '../text/keepable-text.ts'
import { collectText } from './answer-text.ts'
import type { HeldTurn } from './begin-turn.ts'
import { briefAgent } from './brief-agent.ts'
import { createTools, type TurnEffects } from './turn-tools.ts'
import { untilAborted } from './until-aborted.ts'

/** The outcome of a turn. Its answer is not stored yet. */
export interface TurnResult extends TurnEffects {
  /** Null if the agent was not called. */
  readonly text: string | null
  readonly finishReason: FinishReason
}

/** Why an answer ended. */
export type FinishReason = 'stop' | 'length' | 'handed_off'

/** A turn to run. */
export interface TurnRequest {
  readonly workspace: StoredWorkspace
  readonly held: HeldTurn
  /**
   * Called with each chunk of the answer except `start` and `finish`. The next chunk is requested
   * when the promise resolves.
   */
  readonly onChunk?: ((chunk: ChatChunk) => Promise<void>) | undefined
}

/** The most UTF-16 characters of an answer. The rest is cut off. */
const answerCharacters = 100_000

/** The most UTF-16 characters of an agent's error in the log. */
const loggedCharacters = 1_000

const done = Promise.resolve()
const nothing: TurnEffects = { actions: [], lead: null, handoffReason: null }

const framing = new Set(['start', 'finish'])

/**
 * Runs the agent for one message, and cuts an answer that is too long.
 *
 * @throws Failure `internal_error` with status 502 if the agent fails or takes more than 60 seconds,
 * or the server closes. If the turn was aborted with a Failure, throws that.
 */
export async function runTurn(services: Services, request: TurnRequest): Promise<TurnResult> {
  const { workspace, held, onChunk } = request
  if (held.session.data.status === 'handed_off' && !services.answerAfterHandoff) {
    return { text: null, finishReason: 'handed_off', ...nothing }
  }
  const cancel = services.clock.after(limits.chatTurnSeconds * 1_000, () =>
    held.abort(new Error('The turn took too long.')),
  )
  const onClose = () => held.abort(services.closing.reason)
  services.closing.addEventListener('abort', onClose, { once: true })
  const answer = collectText(answerCharacters)
  const send = (chunk: ChatChunk) => unlessAborted(onChunk?.(chunk) ?? done, held.signal)
  let effects: () => TurnEffects = () => nothing
  /** The result of a turn that the visitor stopped: the text so far, or null before the first word. */
  const stoppedTurn = async (): Promise<TurnResult> => {
    for (const id of answer.open()) await onChunk?.({ type: 'text-end', id })
    return { text: keepableText(answer.read()) || null, finishReason: 'stop', ...effects() }
  }
  try {
    const briefing = await briefAgent(services, workspace, held)
    const { conversation } = held
    const tools = createTools(services, { workspace, conversation, turn: briefing })
    effects = tools.effects
    const reply = services.agent.reply({ ...briefing, tools: tools.tools })
    for await (const chunk of untilAborted(reply, held.signal)) {
      if (chunk.type === 'error') throw agentError(chunk.errorText)
      if (framing.has(chunk.type)) continue
      await send(answer.add(chunk))
      if (answer.isFull()) break
    }
    held.signal.throwIfAborted()
    if (answer.isFull()) {
      for (const id of answer.open()) await send({ type: 'text-end', id })
      held.abort(new Error('The answer is as long as an answer may be.'))
    }
  } catch (cause) {
    if (held.isStopped()) return await stoppedTurn()
    if (held.signal.reason instanceof Failure) throw held.signal.reason
    services.logger.error({ session: held.session.id, error: cause }, 'The agent could not answer.')
    const detail = 'The agent could not answer. Send the message again in a moment.'
    throw new Failure('internal_error', detail, { status: 502, cause })
  } finally {
    cancel()
    services.closing.removeEventListener('abort', onClose)
  }
  return {
    // A model may stop in the middle of a character.
    text: keepableText(answer.read()),
    finishReason: answer.isFull() ? 'length' : 'stop',
    ...effects(),
  }
}

/** The error that an agent reported: for the log, never for the visitor. */
function agentError(errorText: string): Error {
  return new Error(`The agent reported an error: ${firstCharacters(errorText, loggedCharacters)}`)
}
