import type { ChatReply } from '@doorkit/models'
import type { Context } from '../commit/context.ts'
import type { HeldTurn } from './begin-turn.ts'
import { recordTurn } from './record-turn.ts'
import { endedBy, reportTurn } from './report-turn.ts'
import { runTurn } from './run-turn.ts'
import { watchClient } from './watch-client.ts'

/** Answers a message with JSON, once the agent has finished. */
export async function answerTurn(context: Context, held: HeldTurn): Promise<ChatReply> {
  const client = watchClient(context, held)
  try {
    const turn = await runTurn(context, { workspace: context.workspace, held })
    const reply = await context.write(recordTurn(context, held, turn))
    held.end()
    reportTurn(context, held, turn)
    return reply
  } catch (error) {
    const ended = endedBy(error, held)
    await held.release(ended)
    reportTurn(context, held, ended)
    throw error
  } finally {
    client.stop()
  }
}
