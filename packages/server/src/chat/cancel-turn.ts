import { chatSessions } from '../collections/chat-session.ts'
import { found } from '../errors/check-input.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../kit/services.ts'
import { freeTurn } from './begin-turn.ts'

/** Ends turns of the agent early, in code: the HTTP API cannot. */
export interface ChatTurns {
  /**
   * Cancels the turn that runs in a chat session: only its question is kept, and the next message is
   * taken at once. The caller who waits for the answer gets a `conflict`, a stream an `abort`
   * chunk. In this process the agent's signal is aborted too; an agent that runs in another one
   * goes on to its end in vain.
   *
   * @returns false when no turn ran, or it was over already.
   * @throws KitError `not_found` when the workspace has no such chat session.
   */
  cancel(options: { readonly workspace: string; readonly session: string }): Promise<boolean>
}

/** Makes {@link ChatTurns}. */
export function manageTurns(ready: () => Promise<Services>): ChatTurns {
  return {
    async cancel({ workspace, session: id }) {
      const services = await ready()
      const session = found(await chatSessions.get(services.store, workspace, id), 'chat session')
      const { turn_token, turn_until } = session.keys
      if (turn_token === null || turn_until <= services.clock.now()) return false
      // First here: from now on the turn can store no answer, wherever it runs.
      const isCanceled = await freeTurn(services, workspace, id, turn_token)
      if (isCanceled) services.runningTurns.find(id)?.abort(canceled())
      return isCanceled
    },
  }
}

function canceled(): Failure {
  const detail =
    'This message was canceled before it was answered. Send it again if it still counts.'
  return new Failure('conflict', detail)
}
