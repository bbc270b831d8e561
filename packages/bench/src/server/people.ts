import { limits } from '@doorkit/models'

/** Makes the input for a contact. The same index always gives the same input. */
export function contactAt(index: number) {
  return {
    email: `person.${index}@example.com`,
    first_name: `First ${index}`,
    last_name: `Last ${index}`,
    company: `Company ${index % 500}`,
    attributes: { plan: 'pro', seats: index % 50, trial: false },
  }
}

/** The number of workspaces of a contender, and of the rows and API keys in each. */
export interface Amounts {
  readonly workspaces: number
  readonly keys: number
  readonly contacts: number
  /** Chat sessions without a message. */
  readonly sessions: number
  /** Conversations of {@link turnsPerConversation} turns. */
  readonly conversations: number
}

/** The number of workspaces, each with as many API keys as it may have; fewer in a quick run. */
export const workspaceCounts = (quick: boolean) =>
  quick ? { workspaces: 2, keys: 2 } : { workspaces: 10, keys: limits.activeKeys }

/** The number of turns in each conversation that is read. A turn is a question and an answer. */
export const turnsPerConversation = 10
