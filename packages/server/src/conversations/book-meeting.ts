import { changedAt } from '../collections/changed-at.ts'
import { chatSessions } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/port.ts'
import { changeConversation } from './change-conversation.ts'

/** Books a meeting in a conversation; its open chat sessions become booked. */
export async function bookMeeting(
  services: Services,
  conversation: StoredConversation,
  { id, keys, data }: Pick<StoredMeeting, 'id' | 'keys' | 'data'>,
  at: number,
) {
  const sessions = await bookedSessions(services, keys.workspace, conversation.id, at)
  const edit = {
    keys: { booker_email: keys.invitee_email },
    data: { booking: { meeting: id, start_at: keys.start_at } },
    ops: [meetings.insert(id, keys, data), ...sessions],
    reached: conversation.data.booking === null ? 'meetings' : undefined,
    happening: { type: 'meeting.booked', subject: { kind: 'meeting', id } },
  } as const
  return changeConversation(services, conversation, [edit], at)
}

/** Shows the new time of a meeting in the conversation that booked it. */
export async function moveBooking(
  services: Services,
  { id, keys }: StoredMeeting,
  start_at: number,
  at: number,
): Promise<readonly WriteOp[]> {
  const conversation = await conversations.get(services.store, keys.workspace, keys.conversation)
  if (conversation?.data.booking?.meeting !== id) return []
  const edit = { data: { booking: { meeting: id, start_at } } }
  return (await changeConversation(services, conversation, [edit], at)).ops
}

/** The open chat sessions of a conversation become booked. */
async function bookedSessions(
  { store }: Services,
  workspace: string,
  conversation: string,
  at: number,
): Promise<WriteOp[]> {
  const sessions = await chatSessions.list(store, {
    index: 'chat_sessions_conversation',
    where: [equals('workspace', workspace), equals('conversation', conversation)],
    dir: 'asc',
    limit: 100,
  })
  return sessions
    .filter(({ data }) => data.status === 'open')
    .map((session) =>
      chatSessions.edit(session, {
        set: { updated_at: changedAt(session.keys, at) },
        data: { ...session.data, status: 'booked' },
      }),
    )
}
