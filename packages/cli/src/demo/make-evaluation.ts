import type { Evaluation } from '@doorkit/models'
import type { Visit, VisitKind } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Grading {
  readonly stage: string
  readonly qualification: readonly [low: number, high: number]
  readonly meetingIntent: readonly [low: number, high: number]
  /** The probability that the agent understood the question. */
  readonly understoodChance: number
}

const gradingOf: Readonly<Record<VisitKind, Grading>> = {
  meeting: {
    stage: 'decision',
    qualification: [72, 98],
    meetingIntent: [8, 10],
    understoodChance: 1,
  },
  lead: {
    stage: 'consideration',
    qualification: [50, 88],
    meetingIntent: [4, 8],
    understoodChance: 0.95,
  },
  handoff: {
    stage: 'customer',
    qualification: [20, 65],
    meetingIntent: [1, 5],
    understoodChance: 0.6,
  },
  question: {
    stage: 'awareness',
    qualification: [5, 50],
    meetingIntent: [0, 4],
    understoodChance: 0.85,
  },
}

export function makeEvaluation(random: SeededRandom, { kind, nth, topic }: Visit): Evaluation {
  const { stage, qualification, meetingIntent, understoodChance } = gradingOf[kind]
  // Handoff number 0 is always recent and never understood, so every range of analytics has a failure.
  const isUnderstood = random.chance(understoodChance) && !(kind === 'handoff' && nth === 0)
  const left = kind === 'question' && !isUnderstood
  return {
    intent: topic.intent,
    buying_stage: stage,
    qualification_score: random.between(...qualification),
    meeting_intent: random.between(...meetingIntent),
    understood: isUnderstood,
    failure_category: isUnderstood ? null : 'missing_knowledge',
    abandonment_reason: left ? 'Left without an answer.' : null,
    recommended_improvement: isUnderstood ? null : topic.improvement,
  }
}
