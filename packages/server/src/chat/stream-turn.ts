import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import { Failure } from '../errors/failure.ts'
import type { Context } from '../kit/context.ts'
import { createAnswerSink } from './answer-sink.ts'
import type { HeldTurn } from './begin-turn.ts'
import { EventStream } from './event-stream.ts'
import { recordTurn } from './record-turn.ts'
import { type FinishReason, runTurn } from './run-turn.ts'
import { whenGone } from './when-gone.ts'

/** What the chunks of a stream go through on their way out. */
export interface ChunkWriter {
  /** The event that a chunk is sent as. */
  encode(chunk: ChatChunk): string
  /** Waited for between the last word and the storing of the answer. */
  beforeStored(): Promise<void>
  /** Called once no more chunks come. */
  end(): void
}

const plainWriter: ChunkWriter = {
  encode: encodeChatChunk,
  beforeStored: async () => {},
  end() {},
}

/**
 * Answers a message as an event stream, no faster than it is read. What becomes of the turn when
 * its reader has gone is for the option `onDisconnect` to say. A failure before the first
 * chunk is thrown; a later one is an `error` chunk, a canceled turn an `abort` chunk.
 */
export async function streamTurn(
  context: Context,
  held: HeldTurn,
  writer = plainWriter,
): Promise<EventStream> {
  const gone = whenGone(context, held)
  const sink = createAnswerSink(context.clock, gone.leave)
  const send = (chunk: ChatChunk) => sink.write(writer.encode(chunk))
  let begun = false
  let inStep = false
  const beginStep = async () => {
    const isFirst = !begun
    begun = true
    if (isFirst) await send({ type: 'start', messageId: held.answerId })
    if (!inStep) await send({ type: 'start-step' })
    inStep = true
  }
  const endStep = async () => {
    if (inStep) await send({ type: 'finish-step' })
    inStep = false
  }
  let onFirst = () => {}
  const first = new Promise<void>((resolve) => {
    onFirst = resolve
  })

  const turn = (async () => {
    try {
      const result = await runTurn(context, {
        workspace: context.workspace,
        held,
        async onChunk(chunk) {
          // A step that the agent begins is one only once something is in it.
          if (chunk.type === 'start-step' || chunk.type === 'finish-step') return endStep()
          onFirst()
          await beginStep()
          await send(chunk)
        },
      })
      await writer.beforeStored()
      await context.write(recordTurn(context, held, result), { replayed: false })
      held.end()
      if (!begun) await beginStep()
      await endStep()
      await send({ type: 'finish', finishReason: finishReasons[result.finishReason] })
    } catch (error) {
      if (!begun) {
        await held.release()
        throw error
      }
      await giveUp(context, held)
      await send(ending(error))
    } finally {
      gone.stop()
      writer.end()
    }
    await sink.write(CHAT_STREAM_DONE)
    void sink.end()
  })()

  // The first chunk or failure decides whether there is a stream at all.
  await Promise.race([first, turn])
  context.background(() => turn)
  return new EventStream(sink.body)
}

/** The protocol has no word for a conversation that people have taken over. */
const finishReasons = { stop: 'stop', length: 'length', handed_off: 'other' } as const satisfies {
  [Reason in FinishReason]: string
}

/** The chunk that ends an answer which did not get to its end. */
function ending(error: unknown): ChatChunk {
  if (error instanceof Failure && error.code === 'conflict') {
    return { type: 'abort', reason: error.message }
  }
  return { type: 'error', errorText: 'The agent could not answer.' }
}

/** The answer has begun, so a failure here can only be logged: both holds end by themselves. */
async function giveUp(context: Context, held: HeldTurn): Promise<void> {
  try {
    await held.release()
    await context.free()
  } catch (error) {
    context.logger.error({ session: held.session.id, error }, 'A failed turn was not released.')
  }
}
