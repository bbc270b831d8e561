import { chatSessions } from '../collections/chat-session.ts'
import { found } from '../errors/check-input.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'
import { giveUpTurn } from './give-up-turn.ts'

/** Cancels turns of the agent, in code. The workspace API cannot do this. */
export interface ChatTurns {
  /**
   * Cancels the current turn of a chat session. Its question stays, and the session accepts the next
   * message immediately. A request that waits for the answer gets a `conflict`, and a stream gets an `abort`
   * chunk. A repeat of the request under the same idempotency key asks the agent again. If the agent runs in
   * this process, its signal aborts immediately; in another process, it aborts within about a second.
   * No answer is stored, but the parts that the agent has sent in this process are stored with the question.
   *
   * @returns false if no turn was running.
   * @throws KitError `not_found` if the workspace has no such chat session.
   */
  cancel(options: { readonly workspace: string; readonly session: string }): Promise<boolean>
}

export function manageTurns(ready: () => Promise<Services>): ChatTurns {
  return {
    async cancel({ workspace, session: id }) {
      const services = await ready()
      const session = found(await chatSessions.get(services.store, workspace, id), 'chat session')
      const { turn_token, turn_until } = session.columns
      if (turn_token === null || turn_until <= services.clock.now()) return false
      const running = services.runningTurns.find(id)
      const { parts: said = [], usage = null } = running?.progress() ?? {}
      const turn = { workspace, session: id, token: turn_token, question: session.data.question }
      const ended = { status: 'stopped', errorCode: null, usage, said } as const
      // The session is freed before the abort, so the turn can store no answer in any process.
      const isCanceled = await giveUpTurn(services, turn, ended)
      const detail =
        'This message was canceled before it was answered. Send it again if you still need an answer.'
      if (isCanceled) running?.abort(new Failure('conflict', detail, { isFinal: false }))
      return isCanceled
    },
  }
}
