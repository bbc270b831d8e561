import { setImmediate } from 'node:timers/promises'
import type { ChatChunk } from '@doorkit/chat-stream'
import { type Message, toTimestamp } from '@doorkit/models'
import { unlessAborted } from '@doorkit/store'
import { leadSoFar } from '../collections/conversation.ts'
import { toMessage } from '../collections/message.ts'
import { partsOf, textPart } from '../collections/message-parts.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Context } from '../commit/request-context.ts'
import { isAgentSilent, teamHours } from '../conversations/team-state.ts'
import { Failure } from '../errors/failure.ts'
import { readAgentNote } from '../links/agent-note.ts'
import type { AgentTurn, MessagePart, TurnMessage } from '../ports/agent.ts'
import { TurnError, type TurnErrorCode, type TurnStatus } from '../ports/agent-turn-report.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { RunningTurn, TurnProgress } from '../services/running-turns.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { answerForFailedAgent } from './answer-for-failed-agent.ts'
import type { HeldTurn } from './begin-turn.ts'
import { hasUsedUpTokens } from './chat-access.ts'
import { collectAnswerParts, readUsage } from './collect-answer-parts.ts'
import { agentWithoutTokens } from './knowledge-agent/knowledge-agent.ts'
import { endWhenAsked } from './stop-answer.ts'
import { createTools, type TurnEffects } from './turn-tools.ts'

/** The outcome of a turn. Its answer is not stored yet. */
export interface TurnResult extends TurnEffects {
  /** Null if there is no answer to store. */
  readonly parts: readonly MessagePart[] | null
  readonly finishReason: FinishReason
  readonly status: TurnStatus
  /** Why `onAgentError` or {@link agentWithoutTokens} gave the answer; null if the agent gave it. */
  readonly errorCode: TurnErrorCode | null
}

export type FinishReason = 'stop' | 'length' | 'handed_off'

/** The maximum length of an answer, in UTF-16 code units. The rest is cut off. */
const answerCharacters = 100_000

/**
 * The shortest time that `onAgentError` gets, even if the time of the turn is over. The session is held
 * for five seconds longer than a turn may take.
 */
const leastSubstituteMs = 3_000

/** The maximum length of the text of an `error` chunk in the log. */
const loggedCharacters = 1_000

const silent = { finishReason: 'handed_off', status: 'done', errorCode: null } as const
const stopped = { finishReason: 'stop', status: 'stopped', errorCode: null } as const
const noEffects: TurnEffects = { actions: [], lead: null, handoffReason: null }

const framing = new Set(['start', 'finish'])

/**
 * Runs the agent for one message, and cuts an answer that is too long.
 *
 * @param onChunk - called with each chunk of the answer except `start` and `finish`. The next chunk is
 * requested when the returned promise resolves.
 * @throws Failure `internal_error` with status 502 and a {@link TurnError} as its cause if the agent
 * fails or takes too long and `onAgentError` gives no answer, or if the server closes; or the Failure
 * with which the turn was aborted.
 */
export async function runAgent(
  services: Services & Pick<Context, 'workspace'>,
  held: HeldTurn,
  onChunk: (chunk: ChatChunk) => Promise<void> = async () => {},
): Promise<TurnResult> {
  const { running } = held
  const { clock, workspace } = services
  if (isAgentSilent(services, workspace, held.conversation)) {
    return { ...silent, parts: null, ...noEffects }
  }
  endWhenAsked(services, held)
  const limits = limitTime(services, running)
  const answer = collectAnswerParts(answerCharacters)
  let toolSet: ReturnType<typeof createTools> | undefined
  let usage: TurnProgress['usage'] = null
  let firstWordAt: number | null = null
  const enter = (chunks: number) => services.enterTick(workspace.id, chunks)
  const effects = () => toolSet?.effects() ?? noEffects
  const calls = () => toolSet?.outcomes() ?? []
  const parts = () => answer.parts(calls(), new Set(Object.keys(toolSet?.tools ?? {})))
  running.progress = () => ({ parts: parts(), usage, firstWordAt, calls: calls() })
  const send = (chunk: ChatChunk) => unlessAborted(onChunk(chunk), running.signal)
  const endBlocks = async () => {
    for (const id of answer.open()) await onChunk({ type: 'text-end', id })
  }
  /** The result of a stopped turn: the answer so far, if it has any content. */
  const stoppedTurn = async (): Promise<TurnResult> => {
    await endBlocks()
    const partsSoFar = answer.isEmpty() ? null : parts()
    return { ...stopped, parts: partsSoFar, ...effects() }
  }
  /** The result that the host gives in place of the agent; null if the host gives none. */
  const substituteResult = async (
    error: TurnError,
    turn: AgentTurn,
  ): Promise<TurnResult | null> => {
    const late = () => new Error('The callback onAgentError took too long.')
    const leftMs = held.beganAt + services.turnTimeoutMs - clock.now()
    const substitute = await withinTime(
      { clock, limitMs: Math.max(leftMs, leastSubstituteMs), late },
      () => answerForFailedAgent(services, turn, error),
    )
    if (substitute === null) return null
    await endBlocks()
    const id = 'instead'
    await onChunk({ type: 'text-start', id })
    await onChunk({ type: 'text-delta', id, delta: substitute.text })
    await onChunk({ type: 'text-end', id })
    const soFar = effects()
    const isHandoff = substitute.isHandoff && soFar.handoffReason === null
    return {
      parts: [...parts(), textPart(substitute.text)],
      finishReason: 'stop',
      status: 'failed',
      errorCode: error.code,
      ...soFar,
      ...(isHandoff && {
        actions: [...soFar.actions, { type: 'handoff_requested' }],
        handoffReason: 'not_answered',
      }),
    }
  }
  let turn: AgentTurn | undefined
  let allowanceError: TurnError | null = null
  try {
    const briefing = await briefAgent(services, workspace, held)
    toolSet = createTools(services, workspace, held.conversation, briefing)
    turn = { ...briefing, tools: toolSet.tools }
    if (await unlessAborted(hasUsedUpTokens(services, workspace), running.signal)) {
      allowanceError = new TurnError('tokens_used', 'The tokens of the month are used up.')
    }
    const agent = allowanceError ? agentWithoutTokens : services.agent
    for await (const given of untilAborted(agent.reply(turn), running.signal, enter)) {
      if (given.type === 'error') {
        const reported = firstCharacters(given.errorText, loggedCharacters)
        throw new Error(`The agent reported an error: ${reported}`)
      }
      if (given.type === 'abort') throw new TurnError('aborted', 'The agent aborted its answer.')
      const read = readUsage(given)
      usage = read.usage ?? usage
      if (!read.chunk || framing.has(read.chunk.type)) continue
      const isWord = read.chunk.type === 'text-delta' && read.chunk.delta.trim() !== ''
      if (firstWordAt === null && isWord) {
        firstWordAt = clock.now()
        limits.liftFirstWord()
      }
      await send(answer.add(read.chunk))
      if (answer.isFull()) break
    }
    running.signal.throwIfAborted()
    if (answer.isFull()) {
      for (const id of answer.open()) await send({ type: 'text-end', id })
      running.abort(new Error('The answer has reached the limit of its length.'))
    }
    const { actions, lead } = effects()
    if (!answer.isFull() && answer.isEmpty() && actions.length === 0 && lead === null) {
      throw new TurnError('no_answer', 'The agent ended without an answer.')
    }
  } catch (cause) {
    if (running.isStopped()) return await stoppedTurn()
    if (running.signal.reason instanceof Failure) throw running.signal.reason
    const error =
      cause instanceof TurnError
        ? cause
        : new TurnError('agent_failed', 'The agent failed.', { cause })
    const log = (problem: unknown, message: string) =>
      services.logger.error({ session: held.session.id, error: problem }, message)
    log(error, 'The agent could not answer.')
    const result =
      turn &&
      (await substituteResult(error, turn).catch((problem) =>
        log(problem, 'The callback onAgentError failed.'),
      ))
    if (result) return result
    const detail = 'The agent could not answer. Send the message again in a moment.'
    throw new Failure('internal_error', detail, { status: 502, cause: error })
  } finally {
    limits.lift()
  }
  return {
    parts: parts(),
    finishReason: answer.isFull() ? 'length' : 'stop',
    status: allowanceError ? 'failed' : 'done',
    errorCode: allowanceError?.code ?? null,
    ...effects(),
  }
}

/** Collects the input of the agent for a turn, except the tools. */
async function briefAgent(
  services: Services,
  workspace: StoredWorkspace,
  { session, conversation, before, question, answerId, running }: HeldTurn,
): Promise<Omit<AgentTurn, 'tools'>> {
  const { channel, status, visitor, context } = session.data
  const { page_url, page_path, link } = conversation.data
  const { name, instructions, tone, language, handoff, booking } = workspace.data.agent
  return {
    workspace: { id: workspace.id, name: workspace.data.name, website: workspace.data.website },
    // The email address of the team is left out.
    agent: {
      ...{ name, instructions, tone, language },
      handoff: { enabled: handoff.enabled, hours: teamHours(services, workspace) },
      booking: { enabled: booking.enabled },
    },
    session: session.id,
    conversation: conversation.id,
    channel,
    status,
    page: { url: page_url, path: page_path },
    greetingNote: link && (await readAgentNote(services.store, workspace.id, link, visitor)),
    now: toTimestamp(services.clock.now()),
    messages: [
      ...before.map((row) => toTurnMessage(toMessage(row), partsOf(row.data))),
      toTurnMessage(question, partsOf(question)),
    ],
    answerId,
    visitor: { name: visitor.name, email: visitor.email },
    lead: leadSoFar(conversation),
    context,
    signal: running.signal,
  }
}

function toTurnMessage(
  { tools: _, ...message }: Message,
  parts: readonly MessagePart[],
): TurnMessage {
  return { ...message, parts }
}

/** Aborts a turn when it takes too long or the server closes. */
function limitTime(
  { clock, closing, turnTimeoutMs, firstWordTimeoutMs }: Services,
  running: RunningTurn,
) {
  const limit = (limitMs: number | undefined, error: TurnError) =>
    limitMs === undefined ? () => {} : clock.after(limitMs, () => running.abort(error))
  const liftTurn = limit(turnTimeoutMs, new TurnError('timeout', 'The turn took too long.'))
  const noWord = new TurnError('first_word_timeout', 'The first word took too long.')
  const liftFirstWord = limit(firstWordTimeoutMs, noWord)
  const onClose = () =>
    running.abort(new TurnError('closing', 'The server closed.', { cause: closing.reason }))
  closing.addEventListener('abort', onClose, { once: true })
  return {
    liftFirstWord,
    lift() {
      liftTurn()
      liftFirstWord()
      closing.removeEventListener('abort', onClose)
    },
  }
}

// After this many items, other work runs. A source that never waits would block it.
const itemsAtOnce = 16

/**
 * Yields the items of a source until a signal aborts, and then throws the signal's reason, even if
 * the source ignores the signal or never waits. Ends the source when the reader stops.
 *
 * @param enter - waits until the next items may be read.
 */
async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  enter: (items: number) => Promise<void> | undefined,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (let count = 1; ; count += 1) {
      if (count % itemsAtOnce === 0) {
        await setImmediate()
        await enter(itemsAtOnce)
      }
      const step = await unlessAborted(iterator.next(), signal)
      isDone = step.done === true
      if (isDone) return
      yield step.value
    }
  } finally {
    if (!isDone) iterator.return?.()?.catch?.(() => {})
  }
}
