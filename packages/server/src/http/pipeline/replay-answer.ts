import type { WholeAnswer } from '../../requests/answer.ts'

/** Marks an answer to an earlier request with the same key as a replay. */
export function replayAnswer(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }
}
