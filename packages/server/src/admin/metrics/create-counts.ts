import type { TurnErrorCode, TurnReport, TurnStatus } from '../../ports/agent-turn-report.ts'
import type { DeliveryReport } from '../../ports/delivery-report.ts'
import type { StepReport } from '../../ports/step-report.ts'
import type { DeliveryErrorCode } from '../../ports/webhook-sender.ts'
import { createCounter, createHistogram } from './instruments.ts'
import { timedMethods } from './timed-store.ts'

/** The counts of this process since its start. */
export type Counts = ReturnType<typeof createCounts>

const turnStatuses = namesOf<TurnStatus>({ done: 1, stopped: 1, failed: 1 })
const turnCodes = namesOf<TurnErrorCode>({
  agent_failed: 1,
  aborted: 1,
  no_answer: 1,
  timeout: 1,
  first_word_timeout: 1,
  tokens_used: 1,
  process_died: 1,
  closing: 1,
})
const outcomes = namesOf<DeliveryReport['outcome']>({ delivered: 1, retrying: 1, failed: 1 })
const deliveryCodes = namesOf<DeliveryErrorCode>({
  http_error: 1,
  timeout: 1,
  connection_failed: 1,
  name_not_found: 1,
  address_refused: 1,
  sender_failed: 1,
})

export function createCounts(stepNames: readonly string[]) {
  const steps = [...stepNames, 'sweep']
  const instruments = {
    answers: createHistogram({
      name: 'doorkit_request_duration_seconds',
      help: 'The time from an API request to its answer, or to the start of a stream.',
      label: 'status',
      values: ['2xx', '3xx', '4xx', '5xx'],
    }),
    turns: createHistogram({
      name: 'doorkit_turn_duration_seconds',
      help: 'The time from the message of a visitor to the end of the turn.',
      label: 'status',
      values: turnStatuses,
    }),
    firstWords: createHistogram({
      name: 'doorkit_turn_first_word_seconds',
      help: 'The time from the message of a visitor to the first word of the answer.',
    }),
    turnFailures: createCounter({
      name: 'doorkit_turn_failures',
      help: 'Failed turns, by reason.',
      label: 'code',
      values: turnCodes,
    }),
    tokens: createCounter({
      name: 'doorkit_tokens',
      help: 'Tokens that the agent reported. Input tokens include cached ones.',
      label: 'kind',
      values: ['input', 'cached_input', 'output'],
    }),
    attempts: createHistogram({
      name: 'doorkit_delivery_attempt_duration_seconds',
      help: 'The time of an attempt to deliver a webhook.',
      label: 'outcome',
      values: outcomes,
    }),
    attemptFailures: createCounter({
      name: 'doorkit_delivery_attempt_failures',
      help: 'Failed attempts to deliver a webhook, by reason.',
      label: 'code',
      values: deliveryCodes,
    }),
    stepTimes: createHistogram({
      name: 'doorkit_step_duration_seconds',
      help: 'The time of a piece of work of the worker.',
      label: 'step',
      values: steps,
    }),
    stepRows: createCounter({
      name: 'doorkit_step_rows',
      help: 'Rows that the worker claimed or removed.',
      label: 'step',
      values: steps,
    }),
    stepFailures: createCounter({
      name: 'doorkit_step_failures',
      help: 'Pieces of work that threw an error and will be repeated.',
      label: 'step',
      values: steps,
    }),
    calls: createHistogram({
      name: 'doorkit_store_call_duration_seconds',
      help: 'The time of a store call.',
      label: 'method',
      values: timedMethods,
    }),
    callFailures: createCounter({
      name: 'doorkit_store_call_failures',
      help: 'Store calls that failed, including calls to a busy store, which are repeated.',
      label: 'method',
      values: timedMethods,
    }),
  }

  return {
    answer: (status: number, durationMs: number) =>
      instruments.answers.observe(`${Math.floor(status / 100)}xx`, durationMs),
    turn({ status, errorCode, durationMs, firstWordMs, usage }: TurnReport) {
      instruments.turns.observe(status, durationMs)
      if (firstWordMs !== null) instruments.firstWords.observe('', firstWordMs)
      if (errorCode !== null) instruments.turnFailures.add(errorCode, 1)
      instruments.tokens.add('input', usage?.inputTokens ?? 0)
      instruments.tokens.add('cached_input', usage?.cachedInputTokens ?? 0)
      instruments.tokens.add('output', usage?.outputTokens ?? 0)
    },
    delivery({ outcome, errorCode, durationMs }: DeliveryReport) {
      instruments.attempts.observe(outcome, durationMs)
      if (errorCode !== null) instruments.attemptFailures.add(errorCode, 1)
    },
    step({ step, outcome, rows, durationMs }: StepReport) {
      instruments.stepTimes.observe(step, durationMs)
      instruments.stepRows.add(step, rows)
      if (outcome === 'failed') instruments.stepFailures.add(step, 1)
    },
    storeCall(method: string, durationMs: number, ok: boolean) {
      instruments.calls.observe(method, durationMs)
      if (!ok) instruments.callFailures.add(method, 1)
    },
    families: () => Object.values(instruments).map((instrument) => instrument.family()),
  }
}

/** The names of a union. The compiler reports a name that is missing. */
function namesOf<Name extends string>(names: Readonly<Record<Name, 1>>): string[] {
  return Object.keys(names)
}
