import type { Id, Message, Person, TeamChange } from '@doorkit/models'
import { type StoredConversation, teamOf, toTeam } from '../collections/conversation.ts'
import { toMessage } from '../collections/message.ts'
import type { Change } from '../commit/commit-change.ts'
import type { Services } from '../services/services.ts'
import { addMessages, changeConversation } from './change-conversation.ts'
import { moveTeam, type TeamMove } from './team-state.ts'

/** An act of a person in a conversation, with the row of the conversation. */
export interface PersonAct {
  readonly row: StoredConversation
  readonly person: Person
  /** Makes the error for an act that the state of the conversation does not allow. */
  readonly refuse: (detail: string) => Error
}

/**
 * Lets a person answer in place of the agent. Changes nothing if this person has already joined.
 *
 * @throws AnswersInProgress if answers must be stopped first; the error of `refuse` if another person
 * has joined.
 */
export async function joinConversation(
  services: Services,
  act: PersonAct,
  at: number,
): Promise<Change<TeamChange>> {
  const { row, person, refuse } = act
  const joined = teamOf(row).person
  if (joined?.id === person.id) return { ops: [], reply: toTeamChange(row) }
  if (joined) throw refuse(takenDetail(joined))
  return changeTeam(services, act, 'join', at)
}

/** Lets the agent answer again. */
export async function leaveConversation(
  services: Services,
  act: PersonAct,
  at: number,
): Promise<Change<TeamChange>> {
  checkJoined(act)
  return changeTeam(services, act, 'leave', at)
}

/** Adds a message of the person who has joined. */
export async function sendAsPerson(
  services: Services,
  act: PersonAct & { readonly text: string },
  at: number,
): Promise<Change<Message>> {
  checkJoined(act)
  const { row, person, text } = act
  const message = {
    id: services.makeId('message'),
    at,
    role: 'assistant',
    text,
    tools: [],
    author: { kind: 'person', ...person },
  } as const
  const edit = addMessages(services, row, [message])
  const { ops } = await changeConversation(services, row, [edit], at)
  const { id, at: created_at, ...data } = message
  const columns = {
    ...row.columns,
    conversation: row.id,
    position: row.data.message_count,
    created_at,
  }
  return { ops, reply: toMessage({ id, rev: 1, columns, data }) }
}

async function changeTeam(
  services: Services,
  { row, person, refuse }: PersonAct,
  move: TeamMove,
  at: number,
): Promise<Change<TeamChange>> {
  const edit = await moveTeam(services, row, move, at, person)
  if (!edit)
    throw refuse(
      'The state of the conversation does not allow this now. Read the conversation again.',
    )
  const { ops, after } = await changeConversation(services, row, [edit], at)
  return { ops, reply: toTeamChange(after) }
}

function toTeamChange(row: Pick<StoredConversation, 'id' | 'data'>): TeamChange {
  return { object: 'team_change', conversation: row.id as Id<'conversation'>, team: toTeam(row) }
}

function checkJoined({ row, person, refuse }: PersonAct): void {
  const joined = teamOf(row).person
  if (joined?.id === person.id) return
  throw refuse(
    joined ? takenDetail(joined) : 'No person has joined this conversation. Join it first.',
  )
}

function takenDetail({ name, id }: Person): string {
  return `${name} (${id}) has joined this conversation, and only one person answers at a time. Join it after they have left.`
}
