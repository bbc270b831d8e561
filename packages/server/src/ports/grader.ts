import type { Conversation, Evaluation, Message } from '@doorkit/models'

/** A conversation to judge. */
export interface GraderInput {
  /** How it ended so far, and on which page it was held. */
  readonly conversation: Pick<Conversation, 'id' | 'outcome' | 'page_path'>
  /** The whole transcript. */
  readonly messages: readonly Message[]
  /** Aborted when the grading has taken two minutes; it then counts as failed. */
  readonly signal: AbortSignal
}

/** Judges conversations that went quiet. */
export interface Grader {
  /**
   * Judges one conversation. `intent`, `buying_stage` and `failure_category` are names of kinds,
   * which analytics count and keep when a person is erased: they hold nothing personal. The other
   * texts are erased. Throwing leaves the conversation ungraded until the next try, some two
   * minutes later.
   */
  grade(grading: GraderInput): Promise<Evaluation> | Evaluation
}
