import type { WriteOp } from '@doorkit/store'
import { equals, listAll } from '../collections/collection.ts'
import { findContact } from '../collections/contact.ts'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { type MeetingData, meetings, type StoredMeeting } from '../collections/meeting.ts'
import type { Services } from '../services/services.ts'
import { changeConversation } from './change-conversation.ts'
import { changeStatus, chatSessionsOf } from './sessions-of-conversation.ts'

export interface NewMeeting {
  readonly columns: Pick<
    StoredMeeting['columns'],
    'start_at' | 'verified' | 'invitee_email' | 'external_id'
  >
  readonly data: Omit<MeetingData, 'status' | 'booked_at' | 'contact'>
}

/**
 * Books a meeting in a conversation. Open chat sessions of the conversation become booked. Returns the
 * change, and the id of the meeting.
 */
export async function bookMeeting(
  services: Services,
  conversation: StoredConversation,
  { columns, data }: NewMeeting,
  at: number,
) {
  const { workspace, test } = conversation.columns
  const { invitee_email } = columns
  const [contact, sessions] = await Promise.all([
    invitee_email === null ? null : findContact(services.store, workspace, invitee_email),
    chatSessionsOf(services, workspace, conversation.id),
  ])
  const id = services.makeId('meeting')
  const edit = {
    columns: { booker_email: invitee_email },
    data: { booking: { meeting: id, start_at: columns.start_at } },
    ops: [
      meetings.insert(
        id,
        { ...columns, workspace, conversation: conversation.id, updated_at: at, test },
        {
          ...data,
          status: 'booked',
          booked_at: at,
          contact: contact?.id ?? conversation.data.contact,
        },
      ),
      ...changeStatus(sessions, 'open', 'booked', at),
    ],
    reached: conversation.data.booking === null ? 'meetings' : undefined,
    events: [{ type: 'meeting.booked', subject: { kind: 'meeting', id } }],
  } as const
  return { ...(await changeConversation(services, conversation, [edit], at)), id }
}

/** The writes that store a meeting's new time in its conversation, if the conversation names this meeting. */
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
 * The writes that change the booked chat sessions of a conversation to `open` or `handed_off` when a
 * meeting is canceled. If another meeting is still booked, there are no such writes.
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
  return changeStatus(sessions, 'booked', isWithAgent ? 'open' : 'handed_off', at)
}

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
