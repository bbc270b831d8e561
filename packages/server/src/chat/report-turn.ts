import { Failure } from '../errors/failure.ts'
import { TurnError } from '../ports/agent-turn-report.ts'
import type { Services } from '../services/services.ts'
import type { HeldTurn } from './begin-turn.ts'
import type { EndedTurn } from './give-up-turn.ts'
import type { TurnResult } from './run-turn.ts'

/** The outcome of a turn that threw an error. */
export function endedBy(error: unknown, { running }: HeldTurn): EndedTurn {
  const { parts: said, usage } = running.progress()
  const cause = error instanceof Failure ? error.cause : error
  const code = cause instanceof TurnError ? cause.code : null
  // The turn was canceled, or its client hung up.
  const isStopped = code === null && running.signal.reason instanceof Failure
  const errorCode = isStopped ? null : (code ?? 'agent_failed')
  return { status: isStopped ? 'stopped' : 'failed', errorCode, usage, said }
}

/** Reports a turn of the agent that has ended. */
export function reportTurn(
  { onTurn, clock, logger }: Pick<Services, 'onTurn' | 'clock' | 'logger'>,
  held: HeldTurn,
  ended: Pick<TurnResult, 'status' | 'error' | 'parts' | 'finishReason'> | EndedTurn,
): void {
  if (!onTurn || ('finishReason' in ended && ended.finishReason === 'handed_off')) return
  const { session, question, answerId, beganAt, running } = held
  const { usage, firstWordAt, calls } = running.progress()
  const report = async () =>
    onTurn({
      at: beganAt,
      workspace: session.columns.workspace,
      session: session.id,
      conversation: session.columns.conversation,
      question: question.id,
      answer: 'parts' in ended && ended.parts !== null ? answerId : null,
      status: ended.status,
      errorCode: 'errorCode' in ended ? ended.errorCode : (ended.error?.code ?? null),
      durationMs: clock.now() - beganAt,
      firstWordMs: firstWordAt === null ? null : firstWordAt - beganAt,
      tools: calls.map(({ name, output }) => ({ name, ok: output !== undefined })),
      usage,
    })
  void report().catch((error) => {
    logger.error({ session: session.id, error }, 'The callback onTurn failed.')
  })
}
