import type { Conversation, Evaluation, Message } from '@doorkit/models'

/** A conversation to grade. */
export interface GraderInput {
  /** The id of the conversation, its outcome so far, and the path of its page. */
  readonly conversation: Pick<Conversation, 'id' | 'outcome' | 'page_path'>
  /** The whole transcript. */
  readonly messages: readonly Message[]
  /** Aborted after two minutes; the grading has then failed. */
  readonly signal: AbortSignal
}

/** Grades quiet conversations. */
export interface Grader {
  /**
   * Grades one conversation. `intent`, `buying_stage` and `failure_category` are labels, which analytics
   * count and keep when a person is erased: they must contain nothing personal. The other texts are
   * erased. If `grade` throws, the conversation is graded again two and a half minutes after this call began.
   */
  grade(grading: GraderInput): Promise<Evaluation> | Evaluation
}
