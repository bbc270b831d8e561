import type { AnswerPattern } from './choose-statements.ts'

/** The texts and patterns of the built-in agent in one language. */
export interface AgentPhrases {
  /** The agent's own sentences; names in braces, such as `{name}`, are replaced by values. */
  readonly texts: {
    readonly greeting: string
    readonly welcome: string
    readonly goodbye: string
    /** Contains `{name}`, the first name. */
    readonly thanks: string
    readonly thanksUnnamed: string
    /**
     * The answer to a visitor who gave a name, but no email address and no question. Contains `{name}`,
     * the first name.
     */
    readonly met: string
    /** Says what the agent is, with `{workspace}`. */
    readonly about: string
    /** Asks for the email address of a visitor who has given a phone number. */
    readonly askEmail: string
    readonly handoff: string
    /**
     * Takes the place of `handoff` while nobody on the team answers. The next three texts may follow it.
     */
    readonly handoffClosed: string
    /** Contains `{when}`, a day and a time. */
    readonly handoffOpens: string
    readonly handoffAskEmail: string
    /** For a visitor whose address is known. */
    readonly handoffWrite: string
    readonly noHandoff: string
    /** Contains `{url}`. */
    readonly booking: string
    readonly bookingWithEmail: string
    readonly bookingAskEmail: string
    readonly noBooking: string
    /** Contains `{workspace}`. */
    readonly unknown: string
    readonly offerPerson: string
    /**
     * Takes the place of an answer once the tokens of the month are used up, or if the agent failed and
     * nobody can take over.
     */
    readonly noMoreAnswers: string
    /** Contains `{page}`; follows an answer. */
    readonly source: string
    /** Contains `{first}` and `{second}`. */
    readonly which: string
  }
  /** The patterns of messages. A message can be long, so avoid patterns that backtrack far. */
  readonly patterns: {
    /**
     * The patterns from `greeting` to `yes` are tested against the words of a message, in lower case.
     * Each pattern must match the whole text (`^…$`).
     */
    readonly greeting: RegExp
    readonly thanks: RegExp
    readonly goodbye: RegExp
    /** A question about the agent itself, or a call for help. */
    readonly about: RegExp
    readonly yes: RegExp
    /** The beginning of a question that follows up on the previous one. */
    readonly goesOn: RegExp
    /** A word that refers to something mentioned before. */
    readonly pronoun: RegExp
    /** The words that introduce a name or a company. */
    readonly name: RegExp
    readonly company: RegExp
    readonly person: RegExp
    readonly personVerb: RegExp
    /** The words of an angry visitor, whom the agent passes to a person. */
    readonly complaint: RegExp
    readonly meeting: RegExp
    readonly meetingVerb: RegExp
  }
  /** Patterns that recognize the answer to a kind of question. */
  readonly signs: readonly AnswerPattern[]
}
