import type { EventType } from '@doorkit/models'
import type { TeamData } from '../collections/conversation.ts'

/** Who answers a conversation. */
export type TeamState = TeamData['state']

/** A move that changes who answers a conversation. */
export type TeamMove = 'handOff' | 'join' | 'leave' | 'giveBack'

/** The next state for each state and move. A move that is not listed changes nothing, or is refused. */
export const teamTransitions: Readonly<
  Record<TeamState, { readonly [Move in TeamMove]?: TeamState }>
> = {
  agent: { handOff: 'waiting', join: 'person' },
  waiting: { join: 'person', giveBack: 'agent' },
  person: { leave: 'agent', giveBack: 'agent' },
}

/** The event of a move. */
export const eventOfTeamMove: { readonly [Move in TeamMove]?: EventType } = {
  handOff: 'handoff.requested',
  giveBack: 'handoff.unanswered',
}
