/** The promises that an answer may make only after a tool has kept them. */
export type PromiseKind =
  /** A meeting, a table or another thing was booked. */
  | 'booked'
  /** A person was asked, and will write or call. */
  | 'person'
  /** The details that the visitor gave were saved. */
  | 'saved'
  /** An email or another message was sent. */
  | 'sent'

/** How a language says that something was done or will be done, and the sentence to show if it was not. */
export interface PromisePhrase {
  /** Phrases that say that it was done. */
  readonly done: RegExp
  /** Phrases that say that it will be done. In a question or with a condition, they are not promises. */
  readonly will?: RegExp | undefined
  /** A sentence that is true if nothing was done. */
  readonly instead: string
}

/** The phrases of one language that make promises. */
export interface PromisePhrases {
  /** Words that negate a phrase, which is then not a promise. */
  readonly negation: RegExp
  /** Words that begin a condition, such as "if you leave your address". */
  readonly condition: RegExp
  /** The phrases by kind of promise. */
  readonly kinds: Readonly<Record<PromiseKind, PromisePhrase>>
}
