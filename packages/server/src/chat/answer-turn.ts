import type { ChatReply } from '@doorkit/models'
import type { Context } from '../commit/context.ts'
import type { HeldTurn } from './begin-turn.ts'
import { recordTurn } from './record-turn.ts'
import { runTurn } from './run-turn.ts'
import { whenGone } from './when-gone.ts'

/** Answers a message with JSON, once the agent has finished. */
export async function answerTurn(context: Context, held: HeldTurn): Promise<ChatReply> {
  const gone = whenGone(context, held)
  try {
    const turn = await runTurn(context, { workspace: context.workspace, held })
    const reply = await context.write(recordTurn(context, held, turn))
    held.end()
    return reply
  } catch (error) {
    await held.release()
    throw error
  } finally {
    gone.stop()
  }
}
