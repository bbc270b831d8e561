import { answerTurn, streamTurn } from '../../chat/answer-turn.ts'
import { type HeldTurn, holdTurn } from '../../chat/begin-turn.ts'
import { checkChatLive } from '../../chat/chat-access.ts'
import { askToStop } from '../../chat/stop-answer.ts'
import { declareWinnerIfAny } from '../../experiments/declare-winner.ts'
import { EventStream } from '../../requests/http-answer.ts'
import type { Services } from '../../services/services.ts'
import type { AnswerJournals } from '../answer-journals.ts'
import { openSession } from '../open-chat-session.ts'
import { findAnswer, questionId, replyAgain, streamAgain } from '../repeated-message.ts'
import { resumeAnswer } from '../resume-answer.ts'
import { findVisitor, sessionOf } from '../visitor-conversation.ts'
import type { SiteHandlers } from './site-handlers.ts'

export const messages = (journals: AnswerJournals): SiteHandlers['messages'] => ({
  async send({ body: { text, stream = true } }, context) {
    checkChatLive(context.workspace)
    const id = await openSession(context)
    const question = { text, id: questionId(context, id) }
    const answer = await findAnswer(context, question)
    if (answer) return stream ? streamAgain(answer, question) : replyAgain(id, answer)
    const held = withWinnerChecks(context, await holdTurn(context, id, question))
    // While this request waited, the first request with the same id was answered.
    if (held.earlierAnswer) {
      await held.release(null)
      if (stream) await context.releaseKey()
      return stream ? streamAgain(held.earlierAnswer, question) : replyAgain(id, held.earlierAnswer)
    }
    if (!stream) return answerTurn(context, held)
    return streamTurn(context, held, journals.begin(context, held))
  },

  async resume({ query: { after } }, context) {
    const session = await sessionOf(context, await findVisitor(context))
    if (!session) return new EventStream(null)
    return resumeAnswer(context, journals, session, after ?? context.lastEventId)
  },

  async stop(_input, context) {
    const session = await sessionOf(context, await findVisitor(context))
    const stopped = session !== null && (await askToStop(context, session))
    return { object: 'answer_stop', stopped }
  },
})

/** Makes a turn look for the winner of its opening test when it begins, and again when it ends. */
function withWinnerChecks(services: Services, held: HeldTurn): HeldTurn {
  const { columns, data } = held.conversation
  const checkWinner = () => declareWinnerIfAny(services, columns.workspace, data.opening.experiment)
  services.background(checkWinner)
  return {
    ...held,
    end() {
      held.end()
      services.background(checkWinner)
    },
  }
}
