import type { Conversation, Evaluation, Message } from '@doorkit/models'

/** A conversation to judge. */
export interface Grading {
  readonly conversation: Pick<Conversation, 'id' | 'outcome' | 'page_path'>
  /** The whole transcript. */
  readonly messages: readonly Message[]
  /** Aborted when the server closes. */
  readonly signal: AbortSignal
}

/** Judges conversations that went quiet. Throwing leaves one ungraded until the next try. */
export interface Grader {
  grade(grading: Grading): Promise<Evaluation> | Evaluation
}
