import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import type { ChatReply } from '@doorkit/models'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { unreadMs } from '../limits/bounds.ts'
import { TurnError } from '../ports/agent-turn-report.ts'
import type { Clock } from '../ports/clock.ts'
import { EventStream } from '../requests/http-answer.ts'
import type { Services } from '../services/services.ts'
import { type HeldTurn, hungUp } from './begin-turn.ts'
import type { EndedTurn } from './give-up-turn.ts'
import { runAgent, type TurnResult } from './run-agent.ts'
import { storeTurn } from './store-turn.ts'

/** Answers a message with JSON, once the agent has finished. */
export async function answerTurn(context: Context, held: HeldTurn): Promise<ChatReply> {
  const client = watchClient(context, held)
  try {
    const turn = await runAgent(context, held)
    const reply = await context.write(storeTurn(context, held, turn))
    held.end()
    reportTurn(context, held, turn)
    return reply
  } catch (error) {
    const ended = toEndedTurn(error, held)
    await held.release(ended)
    reportTurn(context, held, ended)
    throw error
  } finally {
    client.stop()
  }
}

/** Encodes the chunks of a stream as events. */
export interface ChunkWriter {
  encode(chunk: ChatChunk): string
  /** Runs after the last chunk of the agent and before the answer is stored. */
  beforeStored?(): Promise<void>
  /** Runs after the last chunk, even if the turn failed. */
  end?(): void
}

/**
 * Answers a message with an event stream, which is written no faster than it is read. The option
 * `onDisconnect` says whether the turn continues when the reader hangs up. A failure before the first
 * chunk is thrown. A later failure becomes an `abort` chunk if the turn has lost its session, for
 * example because it was canceled, and an `error` chunk otherwise.
 */
export async function streamTurn(
  context: Context,
  held: HeldTurn,
  writer: ChunkWriter = { encode: encodeChatChunk },
): Promise<EventStream> {
  const client = watchClient(context, held)
  const sink = createAnswerSink(context.clock, client.leave)
  const send = (chunk: ChatChunk) => sink.write(writer.encode(chunk))
  const stream = createStepWriter(held.answerId, send)
  const first = Promise.withResolvers<void>()

  const turn = (async () => {
    try {
      const result = await runAgent(context, held, (chunk) => {
        if (!isStepEdge(chunk)) first.resolve()
        return stream.write(chunk)
      })
      await writer.beforeStored?.()
      await context.write(storeTurn(context, held, result), { replayed: false })
      held.end()
      reportTurn(context, held, result)
      // The stream protocol has no reason of its own for `handed_off`.
      const isHandoff = result.finishReason === 'handed_off'
      await stream.finish(isHandoff ? 'other' : result.finishReason)
    } catch (error) {
      const ended = toEndedTurn(error, held)
      const isBegun = stream.isBegun()
      await (isBegun ? giveUp(context, held, ended) : held.release(ended))
      reportTurn(context, held, ended)
      if (!isBegun) throw error
      if (!(error instanceof Failure)) {
        const message = 'The answer of a turn could not be stored.'
        context.logger.error({ session: held.session.id, error }, message)
      }
      await send(lastChunk(error))
    } finally {
      client.stop()
      writer.end?.()
    }
    await sink.write(CHAT_STREAM_DONE)
    void sink.end()
  })()

  // A failure before the first chunk is answered with a problem, not with a stream.
  await Promise.race([first.promise, turn])
  context.background(() => turn)
  return new EventStream(sink.body)
}

/**
 * Notices when the client hangs up. If the option `onDisconnect` is `abort`, the turn then ends.
 * Otherwise it continues, and the next message waits for it.
 */
function watchClient(context: Context, held: HeldTurn) {
  const { onDisconnect, logger } = context
  const signal = context.signal()
  const leave = () => {
    if (onDisconnect === 'abort') return held.running.abort(hungUp())
    held.leave().catch((error) => {
      logger.warn(
        { session: held.session.id, error },
        'The client of a turn hung up, and this could not be stored.',
      )
    })
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  return { leave, stop: () => signal.removeEventListener('abort', leave) }
}

const isStepEdge = ({ type }: ChatChunk) => type === 'start-step' || type === 'finish-step'

/** Writes the chunks of an answer, with its start, its steps and its end. */
function createStepWriter(messageId: string, send: (chunk: ChatChunk) => Promise<void>) {
  let begun = false
  let inStep = false
  const beginStep = async () => {
    const isFirst = !begun
    begun = true
    if (isFirst) await send({ type: 'start', messageId })
    if (!inStep) await send({ type: 'start-step' })
    inStep = true
  }
  const endStep = async () => {
    if (inStep) await send({ type: 'finish-step' })
    inStep = false
  }
  return {
    isBegun: () => begun,
    async write(chunk: ChatChunk): Promise<void> {
      // An empty step of the agent is left out: the next chunk of another kind starts a step.
      if (isStepEdge(chunk)) return endStep()
      await beginStep()
      await send(chunk)
    },
    async finish(finishReason: string): Promise<void> {
      if (!begun) await beginStep()
      await endStep()
      await send({ type: 'finish', finishReason })
    },
  }
}

/** How many bytes may wait for the reader before writes wait, too. */
const waitingBytes = 65_536

/**
 * Makes a stream that is written no faster than it is read. It fails if it stays full for 30 seconds or,
 * after its end, if nothing is read for 30 seconds while anything is unread.
 *
 * @param onGone - called when the reader cancels or the stream fails.
 */
function createAnswerSink(clock: Clock, onGone: () => void) {
  const encoder = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let onRead = () => {}
  const leave = () => {
    if (!stream) return
    stream = undefined
    onRead()
    onGone()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull: () => onRead(),
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  )
  let cancelTimer = () => {}
  /** Waits until the stream has room for this many bytes, or the reader has gone. */
  const room = (bytes: number) =>
    new Promise<void>((resolve) => {
      const giveUp = () => {
        stream?.error(new Error('The reader of this stream has gone.'))
        leave()
      }
      onRead = () => {
        cancelTimer()
        if (stream && (stream.desiredSize ?? 0) < bytes) {
          cancelTimer = clock.after(unreadMs, giveUp)
        } else {
          onRead = () => {}
          resolve()
        }
      }
      onRead()
    })
  return {
    body,
    /** Resolves when there is room for more. Drops the text if the reader has gone. */
    async write(text: string): Promise<void> {
      stream?.enqueue(encoder.encode(text))
      await room(1)
    },
    /** Closes the stream once it is read to the end. */
    async end(): Promise<void> {
      await room(waitingBytes)
      stream?.close()
      stream = undefined
    },
  }
}

/** Whether a turn can store no answer because it has lost its session. */
const isLost = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'conflict'

function lastChunk(error: unknown): ChatChunk {
  if (isLost(error)) return { type: 'abort', reason: error.message }
  return { type: 'error', errorText: 'The agent could not answer.' }
}

/**
 * Frees the session and the idempotency key. Their hold and lock expire anyway, so a failure here is
 * only logged.
 */
async function giveUp(context: Context, held: HeldTurn, ended: EndedTurn): Promise<void> {
  try {
    await held.release(ended)
    await context.releaseKey()
  } catch (error) {
    context.logger.error(
      { session: held.session.id, error },
      'A turn failed, and its session or idempotency key could not be freed. Both become free by themselves.',
    )
  }
}

function toEndedTurn(error: unknown, { running }: HeldTurn): EndedTurn {
  const { parts: said, usage } = running.progress()
  const cause = error instanceof Failure ? error.cause : error
  const code = cause instanceof TurnError ? cause.code : null
  // A Failure aborts a turn that was canceled or has lost its session, or whose client hung up.
  const isStopped = code === null && (running.signal.reason instanceof Failure || isLost(error))
  const errorCode = isStopped ? null : (code ?? 'agent_failed')
  return { status: isStopped ? 'stopped' : 'failed', errorCode, usage, said }
}

/** Reports the end of a turn to the host, unless the agent left the message to the team. */
function reportTurn(
  { onTurn, clock, logger }: Pick<Services, 'onTurn' | 'clock' | 'logger'>,
  held: HeldTurn,
  ended: Pick<EndedTurn, 'status' | 'errorCode'> & Partial<TurnResult>,
): void {
  if (!onTurn || ended.finishReason === 'handed_off') return
  const { session, question, answerId, beganAt, running } = held
  const { usage, firstWordAt, calls } = running.progress()
  const report = async () =>
    onTurn({
      at: beganAt,
      workspace: session.columns.workspace,
      session: session.id,
      conversation: session.columns.conversation,
      question: question.id,
      answer: ended.parts ? answerId : null,
      status: ended.status,
      errorCode: ended.errorCode,
      durationMs: clock.now() - beganAt,
      firstWordMs: firstWordAt === null ? null : firstWordAt - beganAt,
      tools: calls.map(({ name, output }) => ({ name, ok: output !== undefined })),
      usage,
    })
  void report().catch((error) => {
    logger.error({ session: session.id, error }, 'The callback onTurn failed.')
  })
}
