/** A contact to begin with; the same place gives the same person. */
export function personAt(place: number) {
  return {
    email: `person.${place}@example.com`,
    first_name: `First ${place}`,
    last_name: `Last ${place}`,
    company: `Company ${place % 500}`,
    attributes: { plan: 'pro', seats: place % 50, trial: false },
  }
}

/** The workspaces of a contender when it starts, and the rows and keys of each. */
export interface Amounts {
  readonly workspaces: number
  readonly keys: number
  readonly contacts: number
  /** Chat sessions without a message. */
  readonly sessions: number
  /** Conversations of {@link turnsOfTalk} turns. */
  readonly talks: number
}

/** Questions, and as many answers, of each conversation that is read. */
export const turnsOfTalk = 10
