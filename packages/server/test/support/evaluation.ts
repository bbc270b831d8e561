import type { Evaluation } from '@doorkit/models'

/** The evaluation of a good conversation. It contains nothing about a person. */
export const goodEvaluation: Evaluation = {
  intent: 'pricing',
  buying_stage: 'consideration',
  qualification_score: 62.5,
  meeting_intent: 4,
  understood: true,
  failure_category: null,
  abandonment_reason: null,
  recommended_improvement: null,
}
