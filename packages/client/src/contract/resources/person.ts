// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** A member of the host's team who answers visitors. */
export interface Person {
  /** Your own id for the person, such as a user id. 1 to 255 characters. */
  id: string
  /** The name that visitors see. 1 to 200 characters. */
  name: string
}

/**
 * The person of the team who wrote a message. A message of the visitor or the agent has no
 * `author`.
 */
export interface MessageAuthor {
  kind: 'person'
  id: string
  name: string
}

/** Whether the agent or a person answers the visitor of a conversation. */
export interface ConversationTeam {
  /**
   * `agent`: the agent answers. `waiting`: a person was requested, and none has joined yet; the
   * agent still answers, unless the host silences it. `person`: a person answers, and the agent is
   * silent.
   */
  state: 'agent' | 'waiting' | 'person' | (string & {})
  /** When this state began; null until a person is requested or joins. An ISO 8601 time. */
  since: string | null
  /** Null unless the state is `person`. */
  person: Person | null
}

/** The person who joins or leaves a conversation. */
export interface PersonInput {
  person: {
    /** Your own id for the person, such as a user id. 1 to 255 characters. */
    id: string
    /** The name that visitors see. 1 to 200 characters. */
    name: string
  }
}

/** A message of the person who has joined a conversation. */
export interface PersonMessage extends PersonInput {
  /** 1 to 20,000 characters. */
  text: string
}

/** The state of a conversation after a person has joined or left. */
export interface TeamChange {
  object: 'team_change'
  conversation: `conv_${string}`
  team: ConversationTeam
}
