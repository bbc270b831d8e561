import type { WriteOp } from '@doorkit/store'
import { equals, listAll } from '../collections/collection.ts'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import type { Services } from '../services/services.ts'
import { changeConversation } from './change-conversation.ts'
import { changeSession, chatSessionsOf } from './sessions-of-conversation.ts'

/** Books a meeting in a conversation. Open chat sessions of the conversation become booked. */
export async function bookMeeting(
  services: Services,
  conversation: StoredConversation,
  { id, columns, data }: Pick<StoredMeeting, 'id' | 'columns' | 'data'>,
  at: number,
) {
  const sessions = await chatSessionsOf(services, columns.workspace, conversation.id)
  const openSessions = sessions.filter(({ data: { status } }) => status === 'open')
  const edit = {
    columns: { booker_email: columns.invitee_email },
    data: { booking: { meeting: id, start_at: columns.start_at } },
    ops: [
      meetings.insert(id, columns, data),
      ...openSessions.map((session) => changeSession(session, at, 'booked')),
    ],
    reached: conversation.data.booking === null ? 'meetings' : undefined,
    events: [{ type: 'meeting.booked', subject: { kind: 'meeting', id } }],
  } as const
  return changeConversation(services, conversation, [edit], at)
}

/** The writes that store the new time of a meeting in its conversation, if it is the booking there. */
export async function moveBooking(
  services: Services,
  { id, columns }: StoredMeeting,
  start_at: number,
  at: number,
): Promise<readonly WriteOp[]> {
  const conversation = await conversations.get(
    services.store,
    columns.workspace,
    columns.conversation,
  )
  if (conversation?.data.booking?.meeting !== id) return []
  const edit = { data: { booking: { meeting: id, start_at } } }
  return (await changeConversation(services, conversation, [edit], at)).ops
}

/**
 * The writes that change the booked chat sessions of a conversation to `open` or `handed_off`, when its last
 * meeting is canceled.
 */
export async function unbookSessions(
  services: Services,
  { id, columns }: StoredMeeting,
  at: number,
): Promise<readonly WriteOp[]> {
  const { workspace, conversation } = columns
  const [row, isStillBooked, sessions] = await Promise.all([
    conversations.get(services.store, workspace, conversation),
    hasMeeting(services, workspace, conversation, id),
    chatSessionsOf(services, workspace, conversation),
  ])
  if (isStillBooked) return []
  const isWithAgent = row === null || teamOf(row).state === 'agent'
  return sessions
    .filter(({ data: { status } }) => status === 'booked')
    .map((session) => changeSession(session, at, isWithAgent ? 'open' : 'handed_off'))
}

/** Whether a conversation has a booked meeting besides the one with the id `except`. */
export async function hasMeeting(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  conversation: string,
  except?: string,
): Promise<boolean> {
  const where = [equals('workspace', workspace), equals('conversation', conversation)]
  const all = await listAll(store, meetings, 'meetings_conversation', where)
  return all.some(({ id, data }) => id !== except && data.status === 'booked')
}
