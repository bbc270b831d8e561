import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import type { Context } from '../http/pipeline/context.ts'
import { EventStream } from '../http/pipeline/event-stream.ts'
import type { HeldTurn } from './hold-turn.ts'
import { recordTurn } from './record-turn.ts'
import { runTurn } from './turn.ts'

/**
 * Answers a message as an event stream. The turn runs to its end and is stored even when the
 * client hangs up. A failure before the first chunk is thrown; a later one is an `error` chunk.
 */
export async function streamTurn(
  context: Context,
  held: HeldTurn,
  text: string,
): Promise<EventStream> {
  const encoder = new TextEncoder()
  const output: { controller?: ReadableStreamDefaultController<Uint8Array> | undefined } = {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      output.controller = controller
    },
    cancel() {
      output.controller = undefined
    },
  })
  const write = (line: string) => output.controller?.enqueue(encoder.encode(line))
  const messageId = context.makeId('message')
  const send = (chunk: ChatChunk) => write(encodeChatChunk(chunk))
  let begun = false
  let inStep = false
  const beginStep = () => {
    if (!begun) send({ type: 'start', messageId })
    if (!inStep) send({ type: 'start-step' })
    begun = true
    inStep = true
  }
  const endStep = () => {
    if (inStep) send({ type: 'finish-step' })
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
        session: held.session,
        text,
        onChunk(chunk: ChatChunk) {
          // A step that the agent begins is one only once something is in it.
          if (chunk.type === 'start-step' || chunk.type === 'finish-step') return endStep()
          beginStep()
          send(chunk)
          onFirst()
        },
      })
      await context.write((at) => recordTurn(context, held, result, messageId, at), {
        replayed: false,
      })
      if (!begun) beginStep()
      endStep()
      send({ type: 'finish', finishReason: 'stop' })
    } catch (error) {
      if (!begun) {
        await held.release()
        throw error
      }
      await giveUp(context, held)
      send({ type: 'error', errorText: 'The agent could not answer.' })
    }
    write(CHAT_STREAM_DONE)
    output.controller?.close()
  })()

  // Whatever comes first decides whether there is a stream at all.
  await Promise.race([first, turn])
  context.background(() => turn)
  return new EventStream(body)
}

/** The answer has begun, so a failure here can only be logged: both holds end by themselves. */
async function giveUp(context: Context, held: HeldTurn): Promise<void> {
  try {
    await held.release()
    if (context.lock) await context.store.commit([context.lock.free()])
  } catch (error) {
    context.logger.error({ session: held.session.id, error }, 'A failed turn was not released.')
  }
}
